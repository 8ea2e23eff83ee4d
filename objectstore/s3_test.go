package objectstore_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"etledger/objectstore"
	"etledger/report/batch"
)

func TestMoreThanOnePage(t *testing.T) {
	p := s3Place(t, s3Server(t))
	var put []string
	for i := range 1100 {
		put = append(put, fmt.Sprintf("page/%04d.etl", i))
		p.put(put[i], []byte{byte(i)})
	}
	s := p.open(t)
	for _, path := range []string{"page", "page/*.etl", "**.etl"} {
		if got := keys(t, p, list(t, s, p.at(path)), put); !slices.Equal(got, put) {
			t.Errorf("%s: %d objects of %d, or in another order", path, len(got), len(put))
		}
	}
	var first []string
	for o, err := range s.List(context.Background(), p.at("page")) {
		must(t, err)
		if first = append(first, o.Location); len(first) == 3 {
			break
		}
	}
	if len(first) != 3 {
		t.Errorf("%d objects before the break", len(first))
	}
}

func TestUploadInParts(t *testing.T) {
	server := s3Server(t)
	p := s3Place(t, server)
	client := s3Client(t, p.after)
	ctx := context.Background()
	bucket, key := aws.String("captures"), aws.String("parts.etl")
	upload, err := client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: bucket, Key: key,
		ChecksumAlgorithm: types.ChecksumAlgorithmCrc32})
	must(t, err)
	content := noise(11 << 20)
	var parts []types.CompletedPart
	for i, part := range [][]byte{content[:6<<20], content[6<<20:]} {
		number := aws.Int32(int32(i + 1))
		out, err := client.UploadPart(ctx, &s3.UploadPartInput{Bucket: bucket, Key: key, UploadId: upload.UploadId, PartNumber: number,
			ChecksumAlgorithm: types.ChecksumAlgorithmCrc32, Body: bytes.NewReader(part)})
		must(t, err)
		parts = append(parts, types.CompletedPart{ETag: out.ETag, PartNumber: number, ChecksumCRC32: out.ChecksumCRC32})
	}
	_, err = client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{Bucket: bucket, Key: key, UploadId: upload.UploadId,
		MultipartUpload: &types.CompletedMultipartUpload{Parts: parts}})
	must(t, err)
	s := p.open(t)
	o := list(t, s, p.at("parts.etl"))[0]
	if !strings.Contains(o.Version, "-2") {
		t.Errorf("the version is %q: the test wants an ETag of parts", o.Version)
	}
	if !bytes.Equal(fetch(t, s, o), content) {
		t.Error("the content came otherwise")
	}
}

func TestCredentials(t *testing.T) {
	p := s3Place(t, s3Server(t))
	p.put("a.etl", []byte("a"))
	for name, c := range map[string]struct {
		access, secret string
		reason         objectstore.Reason
	}{
		"unknown": {"nobody", "nothing-that-may-be-shown", objectstore.Credentials},
		"wrong":   {accessKey, "nothing-that-may-be-shown", objectstore.Credentials},
		"missing": {"", "", objectstore.Credentials},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_ACCESS_KEY_ID", c.access)
			t.Setenv("AWS_SECRET_ACCESS_KEY", c.secret)
			s := p.open(t)
			for _, path := range []string{"", "a.etl", "*.etl"} {
				e := listError(t, s, p.at(path))
				if text := e.Error(); e.Reason != c.reason || strings.Contains(text, "may-be-shown") || !strings.Contains(text, "AWS_ACCESS_KEY_ID") {
					t.Errorf("list %q: %s: %s", path, e.Reason, text)
				}
			}
			err := s.Fetch(context.Background(), batch.Object{Location: p.at("a.etl"), Size: 1}, new(bytes.Buffer))
			if reasonOf(t, err) != c.reason {
				t.Errorf("fetch: %v", err)
			}
		})
	}
	t.Run("anonymous", func(t *testing.T) {
		s := p.open(t)
		if e := listError(t, s, p.at("a.etl")+"&anonymous=true"); e.Reason != objectstore.Denied {
			t.Errorf("%s: %v", e.Reason, e)
		}
	})
	t.Run("no region", func(t *testing.T) {
		s := p.open(t)
		at := strings.Replace(p.at("a.etl"), "&region=us-east-1", "", 1)
		if e := listError(t, s, at); e.Reason != objectstore.Region || !strings.Contains(e.Error(), "region=REGION") {
			t.Errorf("%s: %v", e.Reason, e)
		}
	})
}

func TestServerKilledDuringFetch(t *testing.T) {
	server := s3Server(t)
	p := s3Place(t, server)
	p.put("a.etl", noise(64<<20))
	s := p.open(t)
	o := list(t, s, p.at("a.etl"))[0]
	came := 0
	err := s.Fetch(context.Background(), o, writerFunc(func(b []byte) (int, error) {
		if came += len(b); came == len(b) {
			server.kill()
		}
		return len(b), nil
	}))
	if reasonOf(t, err) != objectstore.Incomplete || !strings.Contains(err.Error(), fmt.Sprintf("%d of %d bytes", came, 64<<20)) {
		t.Errorf("after %d bytes: %v", came, err)
	}
	if err := s.Fetch(context.Background(), o, new(bytes.Buffer)); reasonOf(t, err) != objectstore.Unreachable {
		t.Errorf("without a server: %v", err)
	}
	if e := listError(t, s, p.at("")); e.Reason != objectstore.Unreachable || !strings.Contains(e.Error(), server.address) {
		t.Errorf("without a server: %v", e)
	}
}

// A server that takes connections and says nothing must not hold anybody for ever.
func TestSilentServer(t *testing.T) {
	s3Environment(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	s := objectstore.New(objectstore.WithPatience(200 * time.Millisecond))
	defer s.Close()
	at := "s3://captures/a.etl?use_path_style=true&region=us-east-1&endpoint=http://" + l.Addr().String()
	if e := listError(t, s, at); e.Reason != objectstore.Silent {
		t.Errorf("list: %s: %v", e.Reason, e)
	}
	if err := s.Fetch(context.Background(), batch.Object{Location: at, Size: 1}, new(bytes.Buffer)); reasonOf(t, err) != objectstore.Silent {
		t.Errorf("fetch: %v", err)
	}
}

// forged answers every request for an object with the same content and the headers that a case asks for.
func forged(t *testing.T, content string, header map[string]string) (*objectstore.Store, batch.Object) {
	s3Environment(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.Write([]byte(content))
	}))
	t.Cleanup(server.Close)
	s := objectstore.New()
	t.Cleanup(func() { s.Close() })
	return s, batch.Object{Location: "s3://captures/a.etl?use_path_style=true&region=us-east-1&endpoint=" + server.URL, Size: -1}
}

// ETags are MD5 sums in some cases only (Amazon S3 API Reference, "Object").
func TestChecksums(t *testing.T) {
	right, wrong := fmt.Sprintf(`"%x"`, md5.Sum([]byte("content"))), fmt.Sprintf(`"%x"`, md5.Sum([]byte("another")))
	for name, c := range map[string]struct {
		header map[string]string
		reason objectstore.Reason
	}{
		"right":                {map[string]string{"ETag": right}, ""},
		"wrong":                {map[string]string{"ETag": wrong}, objectstore.Corrupt},
		"wrong, own keys":      {map[string]string{"ETag": wrong, "x-amz-server-side-encryption": "AES256"}, objectstore.Corrupt},
		"keys of KMS":          {map[string]string{"ETag": wrong, "x-amz-server-side-encryption": "aws:kms"}, ""},
		"keys of the customer": {map[string]string{"ETag": wrong, "x-amz-server-side-encryption-customer-algorithm": "AES256"}, ""},
		"parts":                {map[string]string{"ETag": strings.Replace(wrong, `"`, "", 1) + `-2"`}, ""},
		"none":                 {nil, ""},
		"CRC32, wrong":         {map[string]string{"x-amz-checksum-crc32": "AAAAAA=="}, objectstore.Corrupt},
	} {
		t.Run(name, func(t *testing.T) {
			s, o := forged(t, "content", c.header)
			err := s.Fetch(context.Background(), o, new(bytes.Buffer))
			if c.reason == "" && err != nil || c.reason != "" && reasonOf(t, err) != c.reason {
				t.Errorf("%v, want %q", err, c.reason)
			}
		})
	}
}
