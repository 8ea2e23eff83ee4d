package live

import (
	"strings"
	"testing"
	"time"

	"etledger/live/spool"
)

// bufferedScript is a live source with buffers.
type bufferedScript struct {
	script
	buffer int
}

func (b *bufferedScript) BufferBytes() int { return b.buffer }

// The bytes are those of the payload that the tests write, behind the headers of buffer and event.
func TestSnapshotBytes(t *testing.T) {
	for _, width := range []int{4, 8} {
		for _, n := range []int{0, 1, 2, 117, 118} {
			pids := make([]uint32, n)
			e := workingSets(start, 2, 2, width, pids...)
			want := (0x48 + 0x50 + len(e.Payload) + 7) &^ 7
			if got := snapshotBytes(n, width); got != want {
				t.Errorf("%d processes, pointers of %d bytes: %d bytes, want %d", n, width, got, want)
			}
		}
	}
}

func TestExpectations(t *testing.T) {
	const processes = 200 // 13,760 bytes of a snapshot
	for _, test := range []struct {
		name    string
		source  Source
		events  func(at int) []spool.Event // of a second
		want    []string
		seconds int
	}{
		{"all is well", &bufferedScript{script{live: true}, 16 << 10},
			func(at int) []spool.Event { return []spool.Event{workingSets(start+int64(at)*second, 2, 2, 8, 1)} }, nil, 100},
		{"small buffers", &bufferedScript{script{live: true}, 8 << 10},
			func(at int) []spool.Event { return []spool.Event{memoryInfo(start+int64(at)*second, 1, 8, 1)} },
			[]string{"200 processes has 13760 bytes with its headers, and a buffer of the session 8192", "no memory of processes has come in 30s, only that of the system"}, 100},
		{"size of buffers not known", &bufferedScript{script{live: true}, 0}, func(int) []spool.Event { return nil },
			[]string{"no memory snapshot has come in 30s"}, 100},
		{"not yet", &script{live: true}, func(int) []spool.Event { return nil }, nil, 29},
		{"ends later", &script{live: true}, func(at int) []spool.Event {
			if at > 50 {
				return []spool.Event{memoryInfo(start+int64(at)*second, 1, 8, 1)}
			}
			return []spool.Event{workingSets(start+int64(at)*second, 2, 2, 8, 1)}
		}, []string{"no more memory of processes has come for 30s"}, 100},
		{"a recording", &script{}, func(int) []spool.Event { return nil }, nil, 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			var texts said
			r := &recorder{folder: t.TempDir(), tag: "t", roll: time.Hour, rollSize: 1 << 30, most: 1 << 30, say: texts.add,
				waiting: func() int64 { return 0 }, finished: func(string) {}}
			for pid := range uint32(processes) {
				e := processStart(start, 5, pid, `\d\a.exe`)
				r.record(&e)
			}
			began := time.Unix(1000, 0)
			x := expectations{recorder: r, source: test.source, began: began}
			for at := 1; at <= test.seconds; at++ {
				for _, e := range test.events(at) {
					r.record(&e)
				}
				x.check(began.Add(time.Duration(at) * time.Second))
			}
			r.finish()
			if len(texts) != len(test.want) {
				t.Fatalf("said %q, want %d texts", texts, len(test.want))
			}
			for i, want := range test.want {
				if !strings.Contains(texts[i], want) {
					t.Errorf("said %q, want %q", texts[i], want)
				}
			}
		})
	}
}
