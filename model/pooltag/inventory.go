package pooltag

import (
	"bytes"
	"io"
	"path"
	"strings"
	"time"

	"etledger/model/poolsnap"
)

// Item is what an inventory says of a driver or a device. Fields that it does not have are empty.
type Item struct {
	Source      string // the inventory, as it was named to ReadInventory
	Line        int    // where the item begins, from 1
	File        string // the driver's file without its folder, as written: widget.sys
	Path        string // as written, without quotes and arguments
	Service     string // the name of the service: what driverquery calls Module Name, and Win32_SystemDriver Name
	DisplayName string // of the service or the device
	Description string
	Vendor      string // provider or manufacturer
	Version     string
	Date        time.Time // UTC; zero where the text does not settle it
	DateText    string    // as written
	Signer      string
	Signed      Truth
	State       string // as written: Running, Stopped, in the language of the machine
	Running     Truth  // what State says, for the languages known
	StartMode   string
	Package     string // the driver package: oem12.inf
	Original    string // the name that the package's file had before it was installed: widget.inf
	Store       string // the package's folder in the driver store: widget.inf_amd64_0123456789abcdef
}

// Truth is true, false, or not told.
type Truth int8

// The truths.
const (
	Untold Truth = iota
	False
	True
)

// String gives true, false or unknown.
func (t Truth) String() string { return [...]string{"unknown", "false", "true"}[t] }

// Inventory is what was read of a list of drivers or devices.
type Inventory struct {
	Name     string
	Kind     string             // what the text was taken for: driverquery, driverquery /v, driverquery /si, CSV, JSON, list
	Items    []Item             // in the order of the text
	Skipped  int                // records without the name of a driver, a package or a device
	Problems []poolsnap.Problem // lines that could not be used, the first 1,000 of them
	More     int                // problems beyond these
}

// Services tells whether the inventory lists the machine's drivers, with their files, as driverquery and
// Win32_SystemDriver do; lists of devices or packages do not name them all.
func (v *Inventory) Services() bool {
	n := 0
	for i := range v.Items {
		if v.Items[i].Service != "" {
			n++
		}
	}
	return n > 0 && 2*n >= len(v.Items)
}

// ReadInventory reads a list of drivers: what driverquery writes with /fo csv, alone or with /v or /si, in any language and
// with or without its header; what PowerShell makes of Win32_PnPSignedDriver, Win32_SystemDriver or Get-WindowsDriver with
// Export-Csv, ConvertTo-Json or Format-List; other CSV, separated by commas, semicolons or tabs, and JSON whose names are
// like theirs.
// The name is used in messages and evidence only. An error tells that the text could not be read to its end; what was read
// before it is in the result all the same.
func ReadInventory(r io.Reader, name string) (*Inventory, error) {
	v := &Inventory{Name: name}
	text := newLines(r)
	first, err := text.first()
	switch {
	case err != nil:
		return v, err
	case strings.HasPrefix(first, "[") || strings.HasPrefix(first, "{"):
		v.Kind = "JSON"
		return v, v.readJSON(text)
	case isProperty(first):
		v.Kind = "list"
		return v, v.readList(text)
	}
	return v, v.readCSV(text)
}

// first gives the first line that is not blank, without taking it.
func (l *lines) first() (string, error) {
	for {
		head, err := l.r.Peek(256)
		trimmed := bytes.TrimLeft(head, " \t\r\n\x00")
		if len(trimmed) > 0 {
			return string(trimmed), nil
		}
		if len(head) == 0 {
			if err == io.EOF {
				err = nil
			}
			return "", err
		}
		l.number += bytes.Count(head, []byte("\n"))
		l.left -= int64(len(head))
		l.r.Discard(len(head))
	}
}

// keep completes an item and takes it, unless it names nothing.
func (v *Inventory) keep(i Item, line int) {
	i.Source, i.Line = v.Name, line
	if i.File == "" {
		i.File = fileOf(i.Path)
	}
	if i.File != "" && !isBinary(i.File) {
		i.File = "" // a service without a file of its own, or a package
	}
	if store := storeOf(i.Path); store != "" {
		i.Store = store
	}
	if !isBinary(fileOf(i.Path)) {
		i.Path = "" // of an image of Windows, for the packages in it
	}
	i.Running = running(i.State)
	if i.File == "" && i.Service == "" && i.Package == "" && i.Original == "" {
		v.Skipped++
		return
	}
	v.Items = append(v.Items, i)
}

// fileOf gives the name of the file that a path ends in: quoted or not, with arguments after it or not.
func fileOf(text string) string {
	text = unquote(strings.TrimSpace(text))
	name := path.Base(strings.ReplaceAll(text, `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	if !isBinary(name) {
		if first, _, ok := strings.Cut(name, " "); ok && isBinary(first) {
			return first
		}
	}
	return name
}

// storeOf gives the folder of the driver store that a path leads through, without the rest.
func storeOf(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '\\' || r == '/' })
	for i, part := range parts {
		if strings.EqualFold(part, "FileRepository") && i+1 < len(parts) {
			return strings.ToLower(parts[i+1])
		}
	}
	return ""
}

// running reads the state of a service in the languages known.
func running(state string) Truth {
	switch strings.ToLower(strings.TrimSpace(state)) {
	case "":
		return Untold
	case "running", "wird ausgeführt", "en cours d'exécution", "en cours d’exécution", "en cours", "en ejecución",
		"in esecuzione", "em execução", "uruchomione", "uruchomiona", "uruchomiony", "spuštěno", "работает", "выполняется",
		"実行中", "正在运行", "실행 중", "started", "wordt uitgevoerd", "körs":
		return True
	case "stopped", "beendet", "angehalten", "arrêté", "detenido", "detenida", "arrestato", "interrotto", "parado",
		"zatrzymane", "zatrzymana", "zatrzymany", "zastaveno", "остановлена", "остановлен", "停止", "已停止", "중지됨",
		"gestopt", "stoppad":
		return False
	}
	return Untold
}

// truth reads yes and no in the languages known.
func truth(text string) Truth {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "1", "wahr", "ja", "vrai", "oui", "verdadero", "verdadeiro", "vero", "sí", "si", "sì", "sim",
		"prawda", "tak", "pravda", "да", "истина", "はい", "是", "signed", "valid":
		return True
	case "false", "no", "0", "falsch", "nein", "faux", "non", "falso", "não", "fałsz", "nie", "nepravda", "нет", "ложь",
		"いいえ", "否", "unsigned", "notsigned":
		return False
	}
	return Untold
}
