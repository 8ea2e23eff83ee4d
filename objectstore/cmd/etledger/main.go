// Command etledger is etledger with object stores: batch also takes s3://, gs://, azblob:// and file:// locations.
package main

import (
	"etledger/internal/command"
	"etledger/objectstore"
	"etledger/report/batch"
)

func main() { command.Main(command.Extension{Stores: []batch.Store{objectstore.New()}}) }
