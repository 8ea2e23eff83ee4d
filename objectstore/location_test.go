package objectstore_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"etledger/objectstore"
	"etledger/report/batch"
)

func TestHolds(t *testing.T) {
	s := objectstore.New()
	for location, want := range map[string]bool{"s3://b/k": true, "S3://b/k": true, "gs://b": true, "azblob://b": true, "file:///x": true,
		"mem://b": true, "s3:/b": false, "b/k.etl": false, "https://b/k": false, `C:\s3`: false, "": false} {
		if s.Holds(location) != want {
			t.Errorf("%q: %v", location, !want)
		}
	}
}

// None of these may reach a network, and none of their errors may show what stands in the location for a secret.
func TestLocationsThatAreRefused(t *testing.T) {
	s3Environment(t)
	t.Setenv("STORAGE_EMULATOR_HOST", "127.0.0.1:1")
	t.Setenv("AZURE_STORAGE_ACCOUNT", "account")
	t.Setenv("AZURE_STORAGE_KEY", "a2V5")
	s := objectstore.New()
	for location, advice := range map[string]string{
		"s3://":                      "BUCKET",
		"s3:///key":                  "BUCKET",
		"s3://user:hushhush@b/k.etl": "environment",
		"s3://b/100%.etl":            "%25",
		"s3://b/k?endpoint=%zz":      "percent-encoded",
		"s3://b b/k.etl":             "BUCKET",
		"s3://b/k.etl?sig=hushhush":  "docs/objectstores.md",
		"s3://b/k.etl?region=x&use_path_style=hushno":          "docs/objectstores.md",
		"s3://b/k.etl?endpoint=http://u:hushhush@127.0.0.1":    "environment",
		"gs://b/k.etl?secret=hushhush":                         "docs/objectstores.md",
		"azblob://b/k.etl?sig=hushhush&protocol=https":         "docs/objectstores.md",
		"file://server/share/k.etl":                            "three slashes",
		"mem://unknown/k.etl":                                  "fill",
		"s3://b/%ff*.etl?region=x&endpoint=http://127.0.0.1:1": "UTF-8",
		"ftp://b/k.etl":                                        "s3://",
	} {
		e := listError(t, s, location)
		if text := e.Error(); strings.Contains(text, "hushhush") || !strings.Contains(text, advice) {
			t.Errorf("%s: %s", location, text)
		}
		if err := s.Fetch(context.Background(), batch.Object{Location: location}, new(bytes.Buffer)); err == nil {
			t.Errorf("%s: fetched", location)
		}
	}
	must(t, s.Close())
	if e := listError(t, s, "s3://b/k.etl?region=x"); !strings.Contains(e.Error(), "closed") {
		t.Error(e)
	}
}

func TestCredentialsOfGoogleAreMissing(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	t.Setenv("STORAGE_EMULATOR_HOST_GRPC", "")
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", t.TempDir()+"/none.json")
	s := objectstore.New()
	defer s.Close()
	if e := listError(t, s, "gs://b/k.etl"); e.Reason != objectstore.Credentials || !strings.Contains(e.Error(), "gcloud auth") {
		t.Errorf("%s: %v", e.Reason, e)
	}
}

// The signature of Azure is a part of every URL that its library asks for, and of what it says when that fails.
func TestSignatureOfAzureIsNotShown(t *testing.T) {
	t.Setenv("AZURE_STORAGE_KEY", "")
	t.Setenv("AZURE_STORAGE_ACCOUNT", "account")
	t.Setenv("AZURE_STORAGE_SAS_TOKEN", "sv=2020-01-01&sig=hushhush")
	s := objectstore.New(objectstore.WithPatience(1e9))
	defer s.Close()
	e := listError(t, s, "azblob://b/k.etl?protocol=http&localemu=true&domain=127.0.0.1:1")
	if text := e.Error(); strings.Contains(text, "hushhush") || e.Reason != objectstore.Unreachable && e.Reason != objectstore.Silent {
		t.Errorf("%s: %s", e.Reason, text)
	}
}
