package poolsnap

import "strings"

// Counters of memory whose name is in no table may be told by its words: those that translations of a counter share,
// however they put them together. Rates, percentages, peaks and resident parts are other counters.

var (
	wordsNonpaged = []string{"nonpaged", "non-paged", "non paged", "nicht-auslager", "nichtauslager",
		"non paginée", "no paginad", "non di paging", "não pagin", "não-pagin", "niet-wissel", "niet wissel",
		"niestronic", "невыгруж", "非ページ", "非分页", "未分页", "非分頁", "未分頁", "비페이징"}
	wordsPaged = []string{"paged", "auslagerungsseiten", "paginée", "paginad", "di paging", "pagináve", "wisselb",
		"stronic", "выгруж", "ページ プール", "ページプール", "分页", "分頁", "페이징"}
	wordsAllocs = []string{"alloc", "reserviert", "asignacion", "assegna", "alocaç", "alokac", "przydzia",
		"выделений", "распределений", "割り当て", "分配", "配置", "할당"}
	wordsBytes     = []string{"byte", "octet", "bajt", "байт", "バイト", "字节", "位元組", "바이트"}
	wordsAvailable = []string{"avail", "verfügbar", "disponib", "disponív", "beschikb", "dostępn", "доступн",
		"利用可能", "使用可能", "可用", "사용 가능"}
	wordsLimit = []string{"commit limit", "zusagegrenze", "límite", "limite", "limiet", "limit ", "предел", "制限",
		"上限", "限制", "한계"}
	wordsCommitted = []string{"commit", "zugesichert", "validés", "dédiés", "confirmad", "consolidad", "vincolat",
		"toegewezen", "vastgelegd", "zadeklarow", "zatwierdz", "выделенн", "コミット", "提交", "认可", "認可", "커밋"}
	wordsOther = []string{"%", "percent", "pourcent", "porcent", "procent", "/s", "/seg", "resid", "résid",
		"rezyd", "резид", "常驻", "常駐", "peak", "max", "fail", "picco", "pico"}
)

// counterByWords tells a counter of memory by the words of its name.
func counterByWords(name string) counterID {
	has := func(words []string) bool {
		for _, w := range words {
			if strings.Contains(name, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has(wordsOther):
		return noCounter
	case has(wordsNonpaged):
		return bytesOrAllocs(has(wordsAllocs), has(wordsBytes), memoryNonpaged, memoryNonpagedAllocs)
	case has(wordsPaged):
		return bytesOrAllocs(has(wordsAllocs), has(wordsBytes), memoryPaged, memoryPagedAllocs)
	case has(wordsAvailable):
		switch {
		case has([]string{"mb", "méga", "mega", "мб", "mo "}):
			return memoryAvailableMB
		case has([]string{"kb", "kilo", "кб", "ko "}):
			return memoryAvailableKB
		case has(wordsBytes):
			return memoryAvailable
		}
	case has(wordsLimit):
		return memoryLimit
	case has(wordsCommitted) && has(wordsBytes):
		return memoryCommitted
	}
	return noCounter
}

func bytesOrAllocs(allocs, bytes bool, ofBytes, ofAllocs counterID) counterID {
	switch {
	case allocs:
		return ofAllocs
	case bytes:
		return ofBytes
	}
	return noCounter
}
