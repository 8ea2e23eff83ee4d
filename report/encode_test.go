package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

func TestTimeHasHundredNanoseconds(t *testing.T) {
	at := At(time.Date(2024, 3, 5, 9, 33, 0, 16299, time.UTC).UnixNano())
	b, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	if string(b) != `"2024-03-05T09:33:00.0000162Z"` {
		t.Errorf("got %s", b)
	}
	var back Time
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if !back.Equal(time.Date(2024, 3, 5, 9, 33, 0, 16200, time.UTC)) {
		t.Errorf("read back as %v", back)
	}
	for _, bad := range []string{`"yesterday"`, `5`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was taken for a time", bad)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct{ x, step, want float64 }{
		{0.1 + 0.2, secondStep, 0.3},
		{-0.00000001, secondStep, 0},
		{204799.99951, rateStep, 204800},
		{0.44444444, shareStep, 0.4444},
		{1e300, secondStep, 1e300}, // too large to be rounded without overflow
	} {
		got := rounded(c.x, c.step)
		if got == nil || *got != c.want || math.Signbit(*got) != math.Signbit(c.want) {
			t.Errorf("rounded(%v, %v) = %v, want %v", c.x, c.step, got, c.want)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := rounded(x, rateStep); got != nil {
			t.Errorf("rounded(%v) = %v: JSON has no such number", x, *got)
		}
	}
}

func TestJSONForm(t *testing.T) {
	r := sampleReport()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.HasSuffix(text, "\n}\n") || !strings.HasPrefix(text, "{\n  \"schema\": \"etledger/report/v1\",\n") {
		t.Errorf("form of the JSON: begins %.40q, ends %q", text, text[len(text)-4:])
	}
	if !strings.Contains(text, `--run <&>`) {
		t.Error("a command line was escaped as if for HTML")
	}
	var back Report
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.WriteJSON(&again); err != nil {
		t.Fatal(err)
	}
	if again.String() != text {
		t.Errorf("read and written again, the JSON differs: %s", firstDifference(b.Bytes(), again.Bytes()))
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = &json.UnsupportedValueError{Str: "the pipe is broken"}

func TestWriteErrorsAreKept(t *testing.T) {
	r, i := sampleReport(), infoOf(sampleSource())
	for name, err := range map[string]error{
		"report JSON": r.WriteJSON(brokenWriter{}), "report text": r.WriteText(brokenWriter{}, TextOptions{}),
		"info JSON": i.WriteJSON(brokenWriter{}), "info text": i.WriteText(brokenWriter{}, TextOptions{}),
	} {
		if err == nil || !strings.Contains(err.Error(), "the pipe is broken") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
