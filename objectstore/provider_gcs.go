package objectstore

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"

	"cloud.google.com/go/storage"
	"gocloud.dev/blob"
	"gocloud.dev/blob/gcsblob"
	"gocloud.dev/gcp"
	"golang.org/x/oauth2/google"
	"google.golang.org/api/option"
)

type gcsProvider struct{}

// open does what the opener that package gcsblob registers does, but for signing, and without printing a warning to standard
// output and going on where there are no credentials.
func (gcsProvider) open(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	opener := gcsblob.URLOpener{Client: gcp.NewAnonymousHTTPClient(gcp.DefaultTransport())}
	q := u.Query()
	anonymous, _ := strconv.ParseBool(q.Get("anonymous")) // the opener tells what cannot be read
	emulated := os.Getenv("STORAGE_EMULATOR_HOST") != "" || os.Getenv("STORAGE_EMULATOR_HOST_GRPC") != ""
	if !anonymous && q.Get("access_id") != "-" && !emulated {
		creds, err := gcp.DefaultCredentialsWithParams(ctx, google.CredentialsParams{UniverseDomain: q.Get("universe_domain")})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNoCredentials, err)
		}
		if opener.Client, err = gcp.NewHTTPClient(gcp.DefaultTransport(), creds.TokenSource); err != nil {
			return nil, err
		}
		domain, err := creds.GetUniverseDomain()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNoCredentials, err)
		}
		opener.Options.ClientOptions = append(opener.Options.ClientOptions, option.WithUniverseDomain(domain))
		opener.TokenSource = gcp.CredentialsTokenSource(creds)
	}
	return opener.OpenBucketURL(ctx, u)
}

func (gcsProvider) sorted(string) bool { return true }

func (gcsProvider) prefix(as func(any) bool, prefix string) {
	var q *storage.Query
	if as(&q) {
		q.Prefix = prefix
	}
}

func (gcsProvider) listed(o *blob.ListObject) entry {
	e := portable(o)
	var a storage.ObjectAttrs
	if !o.As(&a) {
		return e
	}
	if e.folder {
		e.key = a.Prefix
	} else {
		e.key, e.version = a.Name, generation(a.Generation)
	}
	return e
}

func (gcsProvider) stat(key string, a *blob.Attributes) entry {
	e := entry{key: key, size: a.Size, modified: inSeconds(a.ModTime)}
	var attrs storage.ObjectAttrs
	if a.As(&attrs) {
		e.version = generation(attrs.Generation)
	}
	return e
}

// read leaves the check of the content to the library, which compares CRC32C where an object is read as a whole and as it is
// stored. MD5 is not among what it says of a read.
func (gcsProvider) read(ctx context.Context, b *blob.Bucket, bucket, key string) (*content, error) {
	var client *storage.Client
	named := b.As(&client)
	r, err := b.NewReader(ctx, key, &blob.ReaderOptions{BeforeRead: func(as func(any) bool) error {
		var handle **storage.ObjectHandle
		if named && as(&handle) {
			// Compressed objects as they are stored: what the server decompresses has neither a known size nor a checksum.
			*handle = client.Bucket(bucket).Object(key).ReadCompressed(true)
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	c := &content{ReadCloser: r, size: r.Size()}
	var raw *storage.Reader
	if r.As(&raw) {
		c.version = generation(raw.Attrs.Generation)
	}
	return c, nil
}

func generation(g int64) string {
	if g == 0 {
		return ""
	}
	return strconv.FormatInt(g, 10)
}
