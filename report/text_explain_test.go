package report

import (
	"fmt"
	"strings"
	"testing"

	"etledger/trend"
)

func TestExplanationGoldens(t *testing.T) {
	golden(t, "sample-explain.txt", []byte(textOf(t, sampleReport(), TextOptions{Explain: "leaky-service"})))
	r := analyzeFile(t, leakyService)
	golden(t, "leaky-service-explain.txt", []byte(textOf(t, r, TextOptions{Explain: "860"})))
	golden(t, "leaky-service-60.txt", []byte(textOf(t, r, TextOptions{Width: 60, Top: 5, Why: 1, Bytes: true})))
}

// TestSumsAddUp: in every explanation of every process, what stands above a line with an equals sign makes it.
func TestSumsAddUp(t *testing.T) {
	for _, r := range []*Report{sampleReport(), analyzeFile(t, leakyService), analyzeFile(t, "../testdata/performance-counters.etl")} {
		for i := range r.Processes {
			p := &r.Processes[i]
			for _, sum := range [][]term{accountSum(r, p), bridge(p)} {
				var total int64
				for _, line := range sum {
					switch line.sign {
					case "=":
						if total != line.bytes {
							t.Errorf("%s: %d, but the lines make %d: %v", p.name(), line.bytes, total, sum)
						}
					case "-":
						total -= line.bytes
					default:
						total += line.bytes
					}
				}
			}
		}
	}
}

// TestEveryProcessCanBeExplained: also those of which next to nothing is known.
func TestEveryProcessCanBeExplained(t *testing.T) {
	r := sampleReport()
	for i := range r.Processes {
		p := &r.Processes[i]
		for _, v := range []trend.Verdict{
			trend.Leak, trend.Growth, trend.Step, trend.WarmUp, trend.Churn, trend.Steady, trend.Shrinking, trend.Inconclusive,
		} {
			q := *p
			q.Trend.Verdict = string(v)
			one := *r
			one.Processes = []Process{q}
			got := textOf(t, &one, TextOptions{Explain: fmt.Sprint(q.PID), Width: 80})
			for _, want := range []string{"Who it is", "How the verdict came about", "What would change it"} {
				if !strings.Contains(got, want) {
					t.Errorf("%s as %s: no %q in\n%s", q.name(), v, want, got)
				}
			}
		}
	}
	if got := textOf(t, r, TextOptions{Explain: "4400"}); !strings.Contains(got, "no process event names it") {
		t.Errorf("an unannounced process: %s", got)
	}
}

func TestManyOfOneName(t *testing.T) {
	got := textOf(t, analyzeFile(t, leakyService), TextOptions{Explain: "svchost", Why: 1})
	if !strings.HasPrefix(got, `Why svchost.exe (616) is "churn"`) ||
		!strings.Contains(got, "1 other process of that name. Ask by number: 692.") {
		t.Errorf("%s", got)
	}
}
