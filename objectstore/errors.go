package objectstore

import (
	"context"
	"errors"
	"strings"

	"etledger/internal/textform"
)

// Reason says in a word why a store did not do what it was asked.
type Reason string

// The reasons.
const (
	BadLocation Reason = "bad-location"  // the location is not well-formed, or has a parameter that the store does not know
	NoBucket    Reason = "no-bucket"     // there is no such bucket, container or root
	NoObject    Reason = "no-object"     // there is no such object, or no recording below the prefix
	Credentials Reason = "credentials"   // there are none, or the store does not know or accept them
	Denied      Reason = "access-denied" // the credentials do not allow it
	Region      Reason = "region"        // none is known, or the bucket is in another
	Archived    Reason = "archived"      // the object is in a storage class from which it must be restored first
	Changed     Reason = "changed"       // the object is not the one that was listed
	Incomplete  Reason = "incomplete"    // fewer or more bytes came than the object has
	Corrupt     Reason = "checksum"      // what came does not have the checksum that the store keeps
	Unreachable Reason = "unreachable"   // there is no connection, or it broke
	Silent      Reason = "silent"        // no answer, or no more bytes, for as long as the store's patience lasts
	Busy        Reason = "busy"          // the store asks for fewer requests
	Interrupted Reason = "interrupted"   // the context ended
	Failed      Reason = "failed"        // anything else
)

// Error tells of a request to a store that failed. Its text holds no credentials; the cause, which errors.Is and errors.As
// reach, may.
type Error struct {
	Op       string // "list" or "fetch"
	Location string // with parameters that are no part of how a store is reached redacted
	Bucket   string
	Key      string // empty for buckets
	Reason   Reason
	Err      error // what the store's library said; nil where this package found it out

	what, advice string
}

// Error says where, what, and what to do next.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(textform.Printable(e.Location) + ": " + e.what)
	if cause := causeOf(e.Err); cause != "" {
		b.WriteString(" (" + textform.Printable(cause) + ")")
	}
	if e.advice != "" {
		b.WriteString("; " + e.advice)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// failure makes an error of the location.
func (l location) failure(reason Reason, what, advice string, err error) *Error {
	return &Error{Op: l.op, Location: l.redacted(), Bucket: l.bucket, Key: l.key(), Reason: reason, what: what, advice: advice, Err: err}
}

// explain makes an error of what a store's library said in a request of the context.
func (l location) explain(ctx context.Context, err error) *Error {
	if known := (*Error)(nil); errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return l.failure(Interrupted, "interrupted", "", ctx.Err())
	}
	bucket, key := `bucket "`+textform.Printable(l.bucket)+`"`, `object "`+textform.Printable(l.key())+`"`
	switch reason := reasonOf(err); reason {
	case Silent:
		return l.failure(reason, "the store of "+bucket+" does not answer", "check the endpoint and the network", err)
	case NoBucket:
		return l.failure(reason, "there is no "+bucket, "check its name, the endpoint, the region and the account", err)
	case NoObject:
		return l.failure(reason, "there is no "+key+" in "+bucket, "check its name; it may have been removed since it was listed", err)
	case Credentials:
		return l.failure(reason, "the credentials for "+bucket+" are missing or not accepted", credentialAdvice[l.scheme], err)
	case Denied:
		return l.failure(reason, "access to "+bucket+" is denied", "the credentials need the right to list it and to read "+
			"its objects; a wrong name of a bucket or an object can look the same", err)
	case Region:
		return l.failure(reason, "the region of "+bucket+" is not known, or another one", "add region=REGION to the location's "+
			"parameters, or set AWS_REGION; servers of one's own mostly take us-east-1", err)
	case Archived:
		return l.failure(reason, key+" is archived", "restore it in the store first", err)
	case Busy:
		return l.failure(reason, "the store of "+bucket+" is busy", "try again later, with fewer workers", err)
	case Incomplete:
		return l.failure(reason, "the connection ended in the middle of "+key, "try again", err)
	case Unreachable:
		return l.failure(reason, "the store of "+bucket+" cannot be reached", "check the endpoint and the network", err)
	case BadLocation:
		return l.failure(reason, "the location's parameters are not those that the store takes", "see docs/objectstores.md for them", err)
	case Corrupt:
		return l.failure(reason, "what came of "+key+" does not have the checksum that the store keeps", corruptAdvice, err)
	case Changed:
		return l.failure(reason, key+" was replaced while it was read", "list it again", err)
	default:
		return l.failure(Failed, "the store of "+bucket+" refused", "", err)
	}
}

const corruptAdvice = "try again; if it stays so, the object was damaged in the store"

// credentialAdvice says for each scheme where credentials come from.
var credentialAdvice = map[string]string{
	"s3": "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile by AWS_PROFILE or profile=NAME; anonymous=true is for public " +
		"buckets",
	"gs": "set GOOGLE_APPLICATION_CREDENTIALS, or run gcloud auth application-default login; anonymous=true is for public buckets",
	"azblob": "set AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN or AZURE_STORAGE_CONNECTION_STRING, or run " +
		"az login",
}
