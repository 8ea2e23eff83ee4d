package objectstore_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cloud.google.com/go/storage"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	"gocloud.dev/blob/memblob"

	"etledger/objectstore"
)

// place is a bucket that tests put objects into by its own means, not by those of the package.
type place struct {
	name    string
	options []objectstore.Option
	before  string // of a location, up to the encoded key
	after   string
	put     func(key string, content []byte)
	other   string // the location of a bucket that there is not
}

func (p *place) at(encoded string) string { return p.before + encoded + p.after }

func (p *place) open(t *testing.T) *objectstore.Store {
	s := objectstore.New(p.options...)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// inPlaces runs a test on each kind of bucket.
func inPlaces(t *testing.T, test func(t *testing.T, p *place)) {
	t.Run("mem", func(t *testing.T) { test(t, memoryPlace(t)) })
	t.Run("file", func(t *testing.T) { test(t, filePlace(t)) })
	t.Run("s3", func(t *testing.T) { test(t, s3Place(t, s3Server(t))) })
	t.Run("gs", func(t *testing.T) { test(t, gcsPlace(t)) })
	t.Run("azblob", func(t *testing.T) { test(t, azurePlace(t)) })
}

func memoryPlace(t *testing.T) *place {
	b := memblob.OpenBucket(nil)
	t.Cleanup(func() { b.Close() })
	return &place{name: "mem", options: []objectstore.Option{objectstore.WithMemory("captures", b)}, before: "mem://captures/",
		other: "mem://nothing/", put: func(key string, content []byte) {
			must(t, b.WriteAll(context.Background(), key, content, nil))
		}}
}

func filePlace(t *testing.T) *place {
	if runtime.GOOS == "windows" {
		t.Skip("names of files cannot have all the characters that the tests use")
	}
	folder := t.TempDir()
	return &place{name: "file", before: "file://" + folder + "/", other: "file://" + folder + "/nothing/",
		put: func(key string, content []byte) {
			path := filepath.Join(folder, key)
			must(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must(t, os.WriteFile(path, content, 0o666))
		}}
}

func s3Place(t *testing.T, s *server) *place {
	after := "?endpoint=http://" + s.address + "&region=us-east-1&use_path_style=true"
	client := s3Client(t, after)
	ctx := context.Background()
	_, err := client.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String("captures")})
	must(t, err)
	return &place{name: "s3", before: "s3://captures/", after: after, other: "s3://nothing/" + after, put: func(key string, content []byte) {
		_, err := client.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("captures"), Key: aws.String(key), Body: bytes.NewReader(content)})
		must(t, err)
	}}
}

func s3Client(t *testing.T, query string) *s3.Client {
	b, err := blob.OpenBucket(context.Background(), "s3://captures"+query)
	must(t, err)
	t.Cleanup(func() { b.Close() })
	var client *s3.Client
	if !b.As(&client) {
		t.Fatal("no client")
	}
	return client
}

func gcsPlace(t *testing.T) *place {
	gcsServer(t)
	ctx := context.Background()
	b, err := blob.OpenBucket(ctx, "gs://captures")
	must(t, err)
	t.Cleanup(func() { b.Close() })
	var client *storage.Client
	if !b.As(&client) {
		t.Fatal("no client")
	}
	must(t, client.Bucket("captures").Create(ctx, "project", nil))
	return &place{name: "gs", before: "gs://captures/", other: "gs://nothing/", put: func(key string, content []byte) {
		w := client.Bucket("captures").Object(key).NewWriter(ctx)
		_, err := w.Write(content)
		must(t, err)
		must(t, w.Close())
	}}
}

func azurePlace(t *testing.T) *place {
	s := azureServer(t)
	ctx := context.Background()
	after := "?protocol=http&localemu=true&domain=" + s.address
	b, err := blob.OpenBucket(ctx, "azblob://captures"+after)
	must(t, err)
	t.Cleanup(func() { b.Close() })
	var client *container.Client
	if !b.As(&client) {
		t.Fatal("no client")
	}
	_, err = client.Create(ctx, nil)
	must(t, err)
	return &place{name: "azblob", before: "azblob://captures/", after: after, other: "azblob://nothing/" + after,
		put: func(key string, content []byte) {
			_, err := client.NewBlockBlobClient(key).UploadBuffer(ctx, content, &blockblob.UploadBufferOptions{})
			must(t, err)
		}}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// encoded writes a key for a location by the rules of URLs alone: all but letters, digits and slashes as percent and digits.
func encoded(key string) string {
	var b strings.Builder
	for _, c := range []byte(key) {
		if c == '/' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		}
	}
	return b.String()
}
