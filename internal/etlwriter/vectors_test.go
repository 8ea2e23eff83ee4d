package etlwriter

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// vector is one published payload.
type vector struct {
	Name    string         `json:"name"`
	GUID    string         `json:"guid"`
	Version int            `json:"version"`
	Opcode  int            `json:"opcode"`
	Size    PointerSize    `json:"ptr"`
	Hex     string         `json:"hex"`
	Expect  map[string]any `json:"expect"`
}

// TestPayloadVectors rewrites the published payloads, among them kinds and word sizes that no recording holds, and
// compares each field with what another decoder read: the order of the fields is theirs, not this package's.
func TestPayloadVectors(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sharedFolder(t, "corpus"), "expected", "payload-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, v := range vectors {
		rewrite := vectorRewriters[v.Name]
		if rewrite == nil {
			continue
		}
		payload, err := hex.DecodeString(v.Hex)
		if err != nil {
			t.Fatal(err)
		}
		version := v.Version
		if version < 0 {
			version = 3 // not told by the source; all of these have the newest layout
		}
		f := &fields{payload, v.Size}
		if v.Name == "ImageDCEndV3" {
			f.size = Pointer64 // listed with 4, but its own expectation reads pointers of 8 bytes
		}
		value, got := rewrite(f, uint8(version))
		if len(f.b) != 0 || !bytes.Equal(got, payload) {
			t.Errorf("%s\n got %x\nreal %x", v.Name, got, payload)
		}
		v.compare(t, value)
		done++
	}
	if done != len(vectorRewriters) {
		t.Errorf("%d vectors rewritten, expected %d", done, len(vectorRewriters))
	}
}

// vectorRewriters lists the vectors of kinds that have encoders.
var vectorRewriters = map[string]rewriter{
	"EventTraceExtension32bitsV2": rewriteGroupMasks,
	"ImageUnloadV2":               rewriteImage,
	"ImageDCStart32bitsV0":        rewriteImage,
	"ImageDCStart32bitsV2":        rewriteImage,
	"ImageDCStartV3":              rewriteImage,
	"ImageDCEndV3":                rewriteImage,
	"ImageLoadV2":                 rewriteImage,
	"ProcessStart32bitsV2":        rewriteProcess,
	"ProcessStartV2":              rewriteProcess,
	"ProcessStartV4":              rewriteProcess,
	"ProcessEndV4":                rewriteProcess,
	"ProcessDCStartV4":            rewriteProcess,
	"ProcessPerfCtrV2":            rewriteCounters,
	"ProcessDefunctV2":            rewriteProcess,
	"ProcessDefunctV5":            rewriteProcess,
	"ThreadStart32bitsV1":         rewriteThread,
	"ThreadStartV3":               rewriteThread,
	"ThreadEnd32bitsV3":           rewriteThread,
	"ThreadDCStartV2":             rewriteThread,
	"ThreadDCEndV3":               rewriteThread,
	"FileIOFileCreate32bitsV2":    rewriteFileName,
	"FileIOFileDelete32bitsV2":    rewriteFileName,
	"FileIOFileRundown32bitsV2":   rewriteFileName,
	"PageFaultHardFault32bitsV2":  rewriteHardFault,
	"PageFaultVirtualAllocV2":     rewriteVirtual,
	"PageFaultVirtualFreeV2":      rewriteVirtual,
	"process_parser_test:kProcessStartPayload32bitV2":   rewriteProcess,
	"process_parser_test:kProcessStartPayload64bitV3":   rewriteProcess,
	"process_parser_test:kProcessDefunctPayload64bitV5": rewriteProcess,
	"thread_parser_test:kThreadEndPayload32bitV1":       rewriteThread,
	"thread_parser_test:kThreadStartPayload32bitV3":     rewriteThread,
	"Kernel_EventTraceV2HeaderExtensionTypeGroup":       rewriteGroupMasks,
	"Kernel_StackwalkV2KeyEventView":                    rewriteStackKey,
	"Kernel_ThreadV2SetNameEventView":                   rewriteThreadName, "ProcessTerminateV2": rewriteTerminate,
	"Kernel_ImageV2LoadEventView":         rewriteImage,
	"Kernel_ProcessV2TypeGroup2EventView": rewriteCounters,
	"Kernel_ThreadV4TypeGroup1EventView":  rewriteThread,
}

// synonyms gives this package's name of a field where another decoder's, in lower case, differs.
var synonyms = map[string]string{"baseaddress": "Base", "imagebase": "Base", "modulesize": "Size", "imagesize": "Size",
	"regionsize": "Size", "processid": "PID", "parentid": "ParentPID", "tthreadid": "TID", "threadid": "TID",
	"imagechecksum": "Checksum", "uniqueprocesskey": "Key", "threadflags": "Flags", "imagefilename": "ImageName",
	"quotapeakpagedpoolusage": "PeakPagedPool", "quotapeaknonpagedpoolusage": "PeakNonPagedPool",
	"quotapagedpoolusage": "PagedPool", "quotanonpagedpoolusage": "NonPagedPool", "eventtimestamp": "EventTicks",
	"stackkey": "Key", "win32startaddr": "Win32StartAddr", "threadname": "Name"}

// expectations gives what the source's test expects, as pairs of a field's name and a literal of its language.
func (v *vector) expectations() map[string]string {
	pairs := map[string]string{}
	for name, literal := range v.Expect {
		checks, isList := literal.([]any)
		if !isList {
			pairs[name] = literal.(string)
			continue
		}
		for _, check := range checks {
			name, literal, _ := strings.Cut(check.(string), ", ")
			pairs[strings.TrimSuffix(strings.TrimPrefix(name, "event."), "()")] = literal
		}
	}
	return pairs
}

// compare checks every number and literal text that the source expects against the fields of value.
func (v *vector) compare(t *testing.T, value any) {
	t.Helper()
	for name, literal := range v.expectations() {
		key := strings.ToLower(strings.ReplaceAll(name, "_", ""))
		if key == "dynamicsize" || strings.HasPrefix(key, "reserved") || strings.HasPrefix(literal, "k") {
			continue // a length, padding, or a constant of the source's that is not at hand
		}
		field := fieldNamed(value, key)
		if !field.IsValid() {
			t.Errorf("%s: no field for %s", v.Name, name)
			continue
		}
		if want, ok := text(literal); ok {
			// The published list folds runs of blanks into one.
			if got := strings.Join(strings.Fields(field.String()), " "); got != want {
				t.Errorf("%s: %s is %q, expected %q", v.Name, name, field, want)
			}
			continue
		}
		digits := strings.ReplaceAll(strings.TrimRight(literal, "UL"), "'", "")
		if want, err := strconv.ParseInt(digits, 0, 64); err == nil && want < 0 {
			if field.Int() != want {
				t.Errorf("%s: %s is %d, expected %s", v.Name, name, field.Int(), literal)
			}
			continue
		}
		want, err := strconv.ParseUint(digits, 0, 64)
		if err != nil || field.Uint() != want {
			t.Errorf("%s: %s is %v, expected %s", v.Name, name, field, literal)
		}
	}
}

// fieldNamed finds a field by another decoder's name in lower case.
func fieldNamed(value any, key string) reflect.Value {
	v := reflect.ValueOf(value)
	if own := v.FieldByName(synonyms[key]); own.IsValid() {
		return reflect.Indirect(own)
	}
	return v.FieldByNameFunc(func(name string) bool {
		name = strings.ToLower(name)
		return name == key || key == "fileobject" && name == "filekey" || key == "imagefilename" && name == "filename"
	})
}

// quoted finds the text literals in an expression of adjoining ones.
var quoted = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)

func text(literal string) (string, bool) {
	parts := quoted.FindAllString(literal, -1)
	joined := ""
	for _, part := range parts {
		s, err := strconv.Unquote(part)
		if err != nil {
			return "", false
		}
		joined += s
	}
	return joined, len(parts) > 0
}
