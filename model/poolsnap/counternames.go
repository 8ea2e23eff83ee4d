package poolsnap

import (
	"strings"
	"unicode/utf8"
)

// counterObject is the object of a counter.
type counterObject uint8

const (
	noObject counterObject = iota
	objectMemory
	objectSystem
	objectProcess
)

// counterID is a counter that something is taken from.
type counterID uint8

const (
	noCounter counterID = iota
	memoryAvailable
	memoryAvailableKB
	memoryAvailableMB
	memoryCommitted
	memoryLimit
	memoryNonpaged
	memoryPaged
	memoryNonpagedAllocs
	memoryPagedAllocs
	memoryCache
	memoryFreePTEs
	systemUptime
	processWorkingSet
	processPrivate
	processVirtual
	processHandles
	processID
	processNonpaged
	processPaged
	numCounters
)

// objectNames gives the objects: their number in the index of Windows, and their names in English, German, French,
// Spanish, Italian, Portuguese, Dutch, Polish, Russian, Japanese, Chinese and some more. Japanese, Chinese and Korean
// systems name the counters of memory in English; the names here are for those that do not.
var objectNames = map[counterObject]string{
	objectMemory: "4|memory|arbeitsspeicher|speicher|mémoire|memoria|memória|geheugen|pamięć|память|メモリ|内存|記憶體|" +
		"paměť|minne|hukommelse|muisti|bellek|memorie|пам'ять|메모리",
	objectSystem: "2|system|système|sistema|systeem|система|システム|系统|系統|systém|sistem|järjestelmä|시스템",
	objectProcess: "230|process|prozess|processus|proceso|processo|proces|процесс|プロセス|进程|處理程序|处理程序|prosess|" +
		"prosessi|işlem|процес|프로세스",
}

// counterNames gives the counters likewise. German and, for memory, French names are those of the systems' own lists;
// of the other languages those that scripts and documentation are seen to use. Names that are not here may still be
// told by their words.
var counterNames = map[counterID]string{
	memoryAvailable: "24|available bytes|verfügbare bytes|octets disponibles|bytes disponibles|" +
		"byte disponibili|bytes disponíveis|beschikbare bytes|dostępne bajty|доступно байт|利用可能なバイト数|使用可能なバイト数|" +
		"可用字节|可用字节数|可用位元組",
	memoryAvailableKB: "1380|available kbytes|verfügbare kb|kilo-octets disponibles|ko disponibles|" +
		"kbytes disponibles|kb disponibles|kbyte disponibili|kbytes disponíveis|beschikbare kbytes|" +
		"beschikbare kb|dostępna pamięć (kb)|dostępne kilobajty|доступно кб",
	memoryAvailableMB: "1382|available mbytes|verfügbare mb|mégaoctets disponibles|mo disponibles|" +
		"mbytes disponibles|mb disponibles|mbyte disponibili|mbytes disponíveis|beschikbare mbytes|" +
		"beschikbare mb|dostępna pamięć (mb)|dostępne megabajty|доступно мб",
	memoryCommitted: "26|committed bytes|zugesicherte bytes|octets validés|octets dédiés|bytes confirmados|" +
		"bytes asignados|byte vincolati|bytes consolidados|toegewezen bytes|vastgelegde bytes|" +
		"zadeklarowane bajty|zatwierdzone bajty|байт выделенной виртуальной памяти|выделено байт|コミットされたバイト数|" +
		"提交的字节|已提交字节|認可的位元組",
	memoryLimit: "30|commit limit|zusagegrenze|limite de mémoire dédiée|limite de validation|" +
		"límite de confirmación|límite confirmado|limite memoria vincolata|limite di commit|" +
		"limite de confirmação|limite de confirmações|limite consolidado|toewijzingslimiet|vastlegginglimiet|" +
		"limit deklaracji|limit zadeklarowania|limit zatwierdzania|предел выделенной виртуальной памяти|コミット制限|" +
		"コミットの上限|提交限制|認可限制",
	memoryNonpaged: "58|pool nonpaged bytes|nicht-auslagerungsseiten (bytes)|nichtauslagerungsseiten (bytes)|" +
		"octets de réserve non paginée|bytes de bloque no paginado|byte del pool non di paging|" +
		"bytes de pool não paginável|bytes de pool não pagináveis|bytes de pool não-paginável|" +
		"bytes in niet-wisselbaar geheugen|niet-wisselbaar geheugen (bytes)|bajty puli niestronicowanej|" +
		"байт в невыгружаемом страничном пуле|非ページ プール バイト数|非分页池字节数|未分頁集區位元組",
	memoryPaged: "56|pool paged bytes|auslagerungsseiten (bytes)|octets de réserve paginée|" +
		"bytes de bloque paginado|byte del pool di paging|bytes de pool paginável|bytes de pool pagináveis|" +
		"bytes in wisselbaar geheugen|wisselbaar geheugen (bytes)|bajty puli stronicowanej|" +
		"байт в выгружаемом страничном пуле|ページ プール バイト数|分页池字节数|分頁集區位元組",
	memoryNonpagedAllocs: "64|pool nonpaged allocs|nichtauslagerungsseiten reserviert|" +
		"nicht-auslagerungsseiten reserviert|allocations de réserve non paginée|" +
		"asignaciones de bloque no paginado|allocazioni pool non di paging|allocazioni del pool non di paging|" +
		"alocações de pool não paginável|przydziały puli niestronicowanej|alokacje puli niestronicowanej",
	memoryPagedAllocs: "60|pool paged allocs|auslagerungsseiten reserviert|allocations de réserve paginée|" +
		"asignaciones de bloque paginado|allocazioni pool di paging|allocazioni del pool di paging|" +
		"alocações de pool paginável|przydziały puli stronicowanej|alokacje puli stronicowanej",
	memoryCache: "818|cache bytes|cachebytes|octets du cache|bytes de caché|bytes en caché|byte della cache|" +
		"byte cache|bytes de cache|bytes in cache|bajty pamięci podręcznej|байт кэш-памяти|байт в кэше|" +
		"キャッシュ バイト数|缓存字节数|快取位元組",
	memoryFreePTEs: "678|free system page table entries|freie seitentabelleneinträge|" +
		"entrées libres en table des pages système|entradas libres de tabla de páginas del sistema|" +
		"voci libere nella tabella delle pagine di sistema|entradas livres da tabela de páginas do sistema|" +
		"vrije vermeldingen in systeempaginatabel|wolne wpisy tabeli stron systemu|" +
		"свободных элементов таблицы страниц",
	systemUptime: "674|system up time|systembetriebszeit|temps d'activité système|" +
		"tiempo de actividad del sistema|tempo di funzionamento sistema|tempo de atividade do sistema|" +
		"tempo de actividade do sistema|actieve systeemtijd|czas pracy systemu|czas działania systemu|" +
		"время работы системы|システム稼働時間|系统启动时间|系统运行时间",
	processWorkingSet: "180|working set|arbeitsseiten|plage de travail|espacio de trabajo|conjunto de trabajo|" +
		"conjunto de trabalho|werkset|zestaw roboczy|рабочий набор|ワーキング セット|工作集",
	processPrivate: "186|private bytes|octets privés|bytes privados|byte privati|bytes particulares|" +
		"persoonlijke bytes|privébytes|bajty prywatne|байт исключительного пользования|プライベート バイト数|专用字节|专用字节数",
	processVirtual: "174|virtual bytes|virtuelle größe|virtuelle bytes|octets virtuels|bytes virtuales|" +
		"byte virtuali|bytes virtuais|bajty wirtualne|байт виртуальной памяти|仮想バイト数|虚拟字节",
	processHandles: "952|handle count|handleanzahl|nombre de handles|número de identificadores|" +
		"numero di handle|conteggio handle|contagem de identificadores|contagem de manipulador|" +
		"contagem de identificador|aantal ingangen|aantal handles|liczba dojść|liczba uchwytów|" +
		"счетчик дескрипторов|ハンドル数|句柄数",
	processID: "784|id process|prozesskennung|id de processus|identificador de proceso|id. de proceso|" +
		"id de proceso|id processo|processo de identificação|identificação do processo|proces-id|" +
		"identyfikator procesu|идентификатор процесса|プロセス id|进程 id",
	processNonpaged: "58",
	processPaged:    "56",
}

// counterTable finds objects and counters by name. Names in code pages that are not told are found without their
// letters that are not ASCII.
type counterTable struct {
	objects, bareObjects   map[string]counterObject
	counters, bareCounters [objectProcess + 1]map[string]counterID
}

var knownCounters = func() *counterTable {
	t := &counterTable{objects: map[string]counterObject{}, bareObjects: map[string]counterObject{}}
	for o := objectMemory; o <= objectProcess; o++ {
		for name := range strings.SplitSeq(objectNames[o], "|") {
			t.objects[name] = o
			if bare := bareName(name); len(bare) >= 4 && bare != name {
				t.bareObjects[bare] = o
			}
		}
		t.counters[o], t.bareCounters[o] = map[string]counterID{}, map[string]counterID{}
	}
	add := func(o counterObject, names string, id counterID) {
		for name := range strings.SplitSeq(names, "|") {
			t.counters[o][name] = id
			if bare := bareName(name); len(bare) >= 6 && bare != name {
				t.bareCounters[o][bare] = id
			}
		}
	}
	for id := memoryAvailable; id < numCounters; id++ {
		add(objectOf(id), counterNames[id], id)
	}
	add(objectProcess, counterNames[memoryNonpaged], processNonpaged)
	add(objectProcess, counterNames[memoryPaged], processPaged)
	return t
}()

func objectOf(id counterID) counterObject {
	switch {
	case id < systemUptime:
		return objectMemory
	case id == systemUptime:
		return objectSystem
	}
	return objectProcess
}

// bareName leaves out what is not ASCII, and the question marks that some programs put there.
func bareName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if name[i] < utf8.RuneSelf && name[i] != '?' {
			b.WriteByte(name[i])
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
