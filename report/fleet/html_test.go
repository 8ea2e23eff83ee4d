package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"etledger/internal/webpage/webpagetest"
)

func pageOf(t *testing.T, r *Report) []byte {
	t.Helper()
	return []byte(written(t, r.WriteHTML))
}

// mainOf gives what a page itself shows, without its shell, styles and scripts.
func mainOf(t *testing.T, page []byte) string {
	t.Helper()
	_, rest, found := strings.Cut(string(page), "<main")
	body, _, closed := strings.Cut(rest, "</main>")
	if !found || !closed {
		t.Fatal("the page has no main landmark")
	}
	return body
}

func TestPageKeepsThePromisesOfPages(t *testing.T) {
	for name, r := range map[string]*Report{"sample": sample(), "empty": {Schema: Schema}} {
		page := pageOf(t, r)
		webpagetest.Check(t, page)
		if !bytes.Equal(page, pageOf(t, r)) {
			t.Errorf("%s: written again, the page differs", name)
		}
		for _, bad := range []string{"\x1b", "\u202e", "<script", "ZgotmplZ"} {
			if strings.Contains(mainOf(t, page), bad) {
				t.Errorf("%s: the page holds %q", name, bad)
			}
		}
	}
}

// The page holds the JSON of the report, whole where it is small.
func TestPageHoldsTheReport(t *testing.T) {
	var got, want bytes.Buffer
	if err := json.Compact(&got, webpagetest.Data(t, pageOf(t, sample()))); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal([]byte(written(t, sample().WriteJSON)), &v); err != nil {
		t.Fatal(err)
	}
	var back any
	if err := json.Unmarshal(got.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(back)
	whole, _ := json.Marshal(v)
	want.Write(whole)
	if string(again) != want.String() {
		t.Errorf("the page holds %s", again)
	}
	if body := mainOf(t, pageOf(t, sample())); strings.Contains(body, "Left out") {
		t.Error("something was left out of a small page")
	}
}

// A page of a great fleet stays small: what is clear goes first, and it says so.
func TestPageOfManyGroupsStaysSmall(t *testing.T) {
	r := sample()
	for i := range 20000 {
		g := r.Images[3]
		g.Name = fmt.Sprintf("clear-%05d.exe", i)
		r.Images = append(r.Images, g)
	}
	all := len(r.Images)
	page := pageOf(t, r)
	if len(page) > 2<<20 {
		t.Errorf("%d bytes", len(page))
	}
	var back Report
	if err := json.Unmarshal(webpagetest.Data(t, page), &back); err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprintf("%s of 20,005 builds", commas(all-len(back.Images)))
	if body := mainOf(t, page); len(back.Images) < 100 || back.Images[0].Name != "worker.exe" || !strings.Contains(body, said) {
		t.Errorf("%d groups are left, expected to be told %q", len(back.Images), said)
	}
	for _, g := range back.Images {
		if g.Status == Unjudged {
			t.Errorf("%s was kept though groups that are clear were left out", g.Name)
		}
	}
	if strings.Contains(mainOf(t, page), "followed process") {
		t.Error("processes that grow were left out before groups that are clear")
	}
	for range 20000 {
		r.Images = append(r.Images, r.Images[0])
		r.Chains = append(r.Chains, r.Chains[0])
	}
	if page := pageOf(t, r); len(page) > 2<<20 {
		t.Errorf("%d bytes though all leaks", len(page))
	}
}

// commas sets thousands apart.
func commas(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
