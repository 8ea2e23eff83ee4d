package objectstore

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"gocloud.dev/gcerrors"
	"google.golang.org/api/googleapi"

	"cloud.google.com/go/storage"
)

// reasonOf tells what went wrong, first by the codes of the stores, then by what is common to all connections.
func reasonOf(err error) Reason {
	var api smithy.APIError
	var azure *azcore.ResponseError
	var google *googleapi.Error
	switch {
	case errors.Is(err, errSilent):
		return Silent
	case errors.Is(err, context.DeadlineExceeded):
		return Unreachable // a time limit of the library's own: explain has looked at the caller's
	case errors.As(err, &api):
		if r, known := codes[api.ErrorCode()]; known {
			return r
		}
	case errors.As(err, &azure):
		if r, known := codes[azure.ErrorCode]; known {
			return r
		}
		return byStatus(azure.StatusCode)
	case errors.Is(err, storage.ErrBucketNotExist):
		return NoBucket
	case errors.Is(err, storage.ErrObjectNotExist), errors.Is(err, fs.ErrNotExist):
		return NoObject
	case errors.Is(err, fs.ErrPermission):
		return Denied
	case errors.As(err, &google):
		if google.Code == 404 && strings.Contains(google.Message, "bucket") {
			return NoBucket
		}
		return byStatus(google.Code)
	}
	var status *smithyhttp.ResponseError
	if errors.As(err, &status) {
		if r := byStatus(status.HTTPStatusCode()); r != Failed {
			return r
		}
	}
	return reasonOfConnection(err)
}

var errNoCredentials = errors.New("no credentials")

func reasonOfConnection(err error) Reason {
	var missing *azidentity.AuthenticationFailedError
	var dns *net.DNSError
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	text := err.Error()
	switch {
	case strings.Contains(text, "checksum did not match"), strings.Contains(text, "bad CRC on read"):
		return Corrupt
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Incomplete
	case errors.Is(err, errNoCredentials), errors.As(err, &missing), strings.Contains(text, "retrieve credentials"), strings.Contains(text, "get credentials"),
		strings.Contains(text, "refresh cached credentials"), strings.Contains(text, "DefaultAzureCredential"), strings.Contains(text, "get shared config profile"):
		return Credentials
	case strings.Contains(text, "Missing Region"), strings.Contains(text, "missing region"):
		return Region
	case strings.Contains(text, "query parameter"), strings.Contains(text, "invalid value"), strings.Contains(text, "AccountName is required"):
		return BadLocation
	case errors.As(err, &dns), errors.As(err, &op), errors.As(err, &certificate), errors.As(err, &record):
		return Unreachable
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return NoObject
	case gcerrors.PermissionDenied:
		return Denied
	case gcerrors.ResourceExhausted:
		return Busy
	default:
		return Failed
	}
}

// codes are the words by which S3 (its list of error codes) and Azure (that of its blob service) say what is wrong.
var codes = map[string]Reason{
	"NoSuchBucket": NoBucket, "InvalidBucketName": NoBucket, "NoSuchKey": NoObject, "NotFound": NoObject,
	"AccessDenied": Denied, "Forbidden": Denied, "AllAccessDisabled": Denied, "AccountProblem": Denied,
	"InvalidAccessKeyId": Credentials, "SignatureDoesNotMatch": Credentials, "ExpiredToken": Credentials, "InvalidToken": Credentials,
	"RequestTimeTooSkewed": Credentials, "TokenRefreshRequired": Credentials, "UnauthorizedAccess": Credentials,
	"XAdminUserNotFound": Credentials, // of versitygw
	"PermanentRedirect":  Region, "AuthorizationHeaderMalformed": Region, "IllegalLocationConstraintException": Region,
	"InvalidObjectState": Archived, "ObjectNotInActiveTierError": Archived,
	"SlowDown": Busy, "ServiceUnavailable": Busy, "TooManyRequests": Busy, "RequestLimitExceeded": Busy, "ThrottlingException": Busy,

	"ContainerNotFound": NoBucket, "ContainerDisabled": NoBucket, "ContainerBeingDeleted": NoBucket, "BlobNotFound": NoObject,
	"AuthenticationFailed": Credentials, "InvalidAuthenticationInfo": Credentials, "NoAuthenticationInformation": Credentials,
	"AuthorizationFailure": Denied, "AuthorizationPermissionMismatch": Denied, "InsufficientAccountPermissions": Denied,
	"PublicAccessNotPermitted": Denied, "AccountIsDisabled": Denied, "BlobArchived": Archived, "BlobBeingRehydrated": Archived,
	"ServerBusy": Busy, "ConditionNotMet": Changed,
}

func byStatus(status int) Reason {
	switch status {
	case 301, 307:
		return Region
	case 401:
		return Credentials
	case 403:
		return Denied
	case 404:
		return NoObject
	case 412:
		return Changed
	case 429, 503:
		return Busy
	}
	return Failed
}

// causeOf gives the shortest thing that a library said which is enough to look it up, without credentials.
func causeOf(err error) string {
	var api smithy.APIError
	var azure *azcore.ResponseError
	var google *googleapi.Error
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return ""
	case errors.As(err, &api):
		if m := api.ErrorMessage(); m != "" && m != api.ErrorCode() {
			return redactText(api.ErrorCode() + ": " + m)
		}
		return api.ErrorCode()
	case errors.As(err, &azure) && azure.ErrorCode != "":
		return azure.ErrorCode
	case errors.As(err, &google) && google.Message != "":
		return redactText(google.Message)
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	return redactText(text)
}
