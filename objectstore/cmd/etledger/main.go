// Command etledger is etledger with object stores: batch also takes s3://, gs://, azblob:// and file:// locations.
package main

import (
	"etledger/internal/command"
	"etledger/objectstore"
)

func main() { command.Main(objectstore.New()) }
