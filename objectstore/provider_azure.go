package objectstore

import (
	"context"
	"errors"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	azblob "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"gocloud.dev/blob"
	"gocloud.dev/blob/azureblob"
)

type azureProvider struct{}

func (azureProvider) open(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	opener := azureblob.URLOpener{MakeClient: azureblob.NewDefaultClient, ServiceURLOptions: *azureblob.NewDefaultServiceURLOptions()}
	return opener.OpenBucketURL(ctx, u)
}

func (azureProvider) sorted(string) bool { return true }

func (azureProvider) prefix(as func(any) bool, prefix string) {
	var options *container.ListBlobsHierarchyOptions
	if as(&options) {
		options.Prefix = &prefix
	}
}

func (azureProvider) listed(o *blob.ListObject) entry {
	e := portable(o)
	var item container.BlobItem
	var folder container.BlobPrefix
	switch {
	case o.As(&item):
		if item.Name != nil {
			e.key = *item.Name
		}
		if item.Properties != nil {
			e.version = etagOf(item.Properties.ETag)
		}
	case o.As(&folder) && folder.Name != nil:
		e.key = *folder.Name
	}
	return e
}

func (azureProvider) stat(key string, a *blob.Attributes) entry {
	return entry{key: key, size: a.Size, modified: inSeconds(a.ModTime), version: unquoted(a.ETag)}
}

// read goes past package blob, which would change names. The library reads on where a connection breaks, as long as the object
// is the same.
func (azureProvider) read(ctx context.Context, b *blob.Bucket, _, key string) (*content, error) {
	var client *container.Client
	if !b.As(&client) {
		return nil, errors.New("the bucket is none of Azure")
	}
	response, err := client.NewBlobClient(key).DownloadStream(ctx, &azblob.DownloadStreamOptions{})
	if err != nil {
		return nil, err
	}
	c := &content{ReadCloser: response.NewRetryReader(ctx, nil), size: -1, version: etagOf(response.ETag), md5: response.ContentMD5}
	if response.ContentLength != nil {
		c.size = *response.ContentLength
	}
	return c, nil
}

// etagOf gives an ETag without quotes, which a list leaves out and a response has.
func etagOf(etag *azcore.ETag) string {
	if etag == nil {
		return ""
	}
	return unquoted(string(*etag))
}
