package objectstore

import (
	"context"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
)

type s3Provider struct{}

func (s3Provider) open(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	// The opener keeps what it finds in a URL, and so is good for one.
	b, err := new(s3blob.URLOpener).OpenBucketURL(ctx, u)
	if err != nil {
		return nil, err
	}
	var client *s3.Client
	if b.As(&client) && client.Options().Region == "" {
		// With an endpoint, the library would ask for what no server understands.
		return nil, errors.Join(errors.New("missing region"), b.Close())
	}
	return b, nil
}

// isDirectoryBucket tells S3's directory buckets (S3 Express One Zone) by their names. They list in no order, and their ETags
// are no MD5 (Amazon S3 User Guide, "Differences for directory buckets").
func isDirectoryBucket(bucket string) bool { return strings.HasSuffix(bucket, "--x-s3") }

func (s3Provider) sorted(bucket string) bool { return !isDirectoryBucket(bucket) }

func (s3Provider) prefix(as func(any) bool, prefix string) {
	var in *s3.ListObjectsV2Input
	if as(&in) {
		in.Prefix = aws.String(prefix)
	}
}

func (s3Provider) listed(o *blob.ListObject) entry {
	e := portable(o)
	var object types.Object
	var folder types.CommonPrefix
	switch {
	case o.As(&object):
		e.key, e.version = aws.ToString(object.Key), unquoted(aws.ToString(object.ETag))
	case o.As(&folder):
		e.key = aws.ToString(folder.Prefix)
	}
	return e
}

func (s3Provider) stat(key string, a *blob.Attributes) entry {
	return entry{key: key, size: a.Size, modified: inSeconds(a.ModTime), version: unquoted(a.ETag)}
}

func (s3Provider) read(ctx context.Context, b *blob.Bucket, bucket, key string) (*content, error) {
	r, err := b.NewReader(ctx, key, &blob.ReaderOptions{BeforeRead: func(as func(any) bool) error {
		var in *s3.GetObjectInput
		if as(&in) {
			in.Key = aws.String(key)
		}
		var options *[]func(*s3.Options)
		if as(&options) {
			// The library would print a line for each object that has no checksum.
			*options = append(*options, func(o *s3.Options) { o.DisableLogOutputChecksumValidationSkipped = true })
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	c := &content{ReadCloser: r, size: -1}
	var out s3.GetObjectOutput
	if r.As(&out) {
		c.version = unquoted(aws.ToString(out.ETag))
		if out.ContentLength != nil {
			c.size = *out.ContentLength
		}
		if !isDirectoryBucket(bucket) {
			c.md5 = md5OfETag(&out)
		}
	}
	return c, nil
}

// md5OfETag gives the MD5 that an ETag is: of an object that was uploaded in one part, and is not encrypted with keys of KMS or
// of the customer (Amazon S3 API Reference, "Object"). The ETag of an upload in parts is marked by a dash.
func md5OfETag(out *s3.GetObjectOutput) []byte {
	switch out.ServerSideEncryption {
	case "", types.ServerSideEncryptionAes256:
	default:
		return nil
	}
	if out.SSECustomerAlgorithm != nil || out.SSEKMSKeyId != nil {
		return nil
	}
	sum, err := hex.DecodeString(unquoted(aws.ToString(out.ETag)))
	if err != nil || len(sum) != 16 {
		return nil
	}
	return sum
}

// unquoted gives an ETag without its quotes.
func unquoted(etag string) string { return strings.Trim(etag, `"`) }
