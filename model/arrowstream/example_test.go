package arrowstream_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/apache/arrow/go/v17/arrow/ipc"

	"etledger/etl"
	"etledger/model"
	"etledger/model/arrowstream"
)

// Writing a table as a stream that pyarrow, Polars, DuckDB and others read, and reading it again.
func Example() {
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, "../../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	columns := []string{"pid", "file_name"}
	source := model.NewReader(c, model.Options{
		Tables:  []model.Table{model.TableImage},
		Columns: map[model.Table][]string{model.TableImage: columns},
	})
	var stream bytes.Buffer
	rows, err := arrowstream.Write(ctx, &stream, source, model.TableImage, columns)
	if err != nil {
		log.Fatal(err)
	}
	r, err := ipc.NewReader(&stream)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()
	var read int64
	for r.Next() {
		read += r.Record().NumRows()
	}
	fmt.Println(r.Schema().Field(1).Name, rows > 0, int64(rows) == read, r.Err())
	// Output: file_name true true <nil>
}
