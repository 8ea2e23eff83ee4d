// Package objectstore reads captures from object stores: S3 and what speaks its protocol, Google Cloud Storage, Azure Blob
// Storage, folders by file://, and buckets in memory. Its Store is a batch.Store.
//
// A location is scheme://bucket/key?parameters. The parameters are those of Go CDK for the bucket (gocloud.dev/blob), such as
// endpoint and region; the key is percent-encoded as in any URL, so that %2A is a star of the name and * stands for any. A
// location names an object, or a folder with all recordings below it, or, with * (anything but a slash) and ** (anything), the
// objects that match.
//
// It is a module of its own, since the libraries of the stores are as large as all the rest of etledger together.
package objectstore
