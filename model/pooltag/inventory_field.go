package pooltag

import (
	"fmt"
	"strings"
	"unicode"
)

// field is what a column or a property means.
type field uint8

const (
	noField field = iota
	nameField
	fileField
	pathField
	serviceField
	displayField
	descriptionField
	vendorField
	versionField
	dateField
	signerField
	signedField
	stateField
	startField
	packageField
	originalField
	majorField // majorField to revisionField follow one another
	minorField
	buildField
	revisionField
	fields
)

// words are the names of columns, letters and digits only and in lower case: of driverquery in the languages known, of the
// properties of CIM classes and of cmdlets, and of what operators call their own columns. Where two columns of a text mean
// the same, the one listed further up here is taken.
var words = func() map[string]wordMeaning {
	m := map[string]wordMeaning{}
	for rank, line := range []struct {
		field field
		names string
	}{
		{fileField, "file filename drivername driverfile binary image module"},
		{pathField, "pathname path imagepath filepath fullname driverpath pfad chemin ruta rutadeacceso percorso caminho путь パス 路径"},
		{serviceField, "modulename servicename service modulname nomdumodule nombredemódulo nombredelmódulo nomemodulo " +
			"nomedomódulo имямодуля モジュール名 模块名"},
		{nameField, "name driver"},
		{displayField, "displayname devicename friendlyname caption anzeigename nomcomplet nomdaffichage " +
			"nombreparamostrar nomevisualizzato nomeparaexibição выводимоеимя 表示名 显示名称"},
		{descriptionField, "description filedescription beschreibung descripción descrizione descrição описание 説明 描述"},
		{vendorField, "driverprovidername providername provider companyname company vendor"},
		{vendorField, "manufacturer manufacturername publisher hersteller fabricant fabricante produttore изготовитель"},
		{versionField, "driverversion fileversion version fileversionraw"},
		{versionField, "productversion"},
		{dateField, "driverdate date linkdate linkdatum datedeliaison datedelien " +
			"fechadevínculo datacollegamento datadovínculo датассылки リンク日付 链接日期"},
		{signerField, "signer signername signercertificate signedby subject"},
		{signedField, "issigned signed driversignature signature signaturestatus"},
		{stateField, "state zustand état estado stato состояние 状態 状态"},
		{startField, "startmode starttype startmodus modededémarrage " +
			"mododeinicio modalitàavvio типзапуска 開始モード 启动模式"},
		{packageField, "infname inf publishedname"},
		{originalField, "originalfilename originalname originalinfname"},
		{majorField, "majorversion"}, {minorField, "minorversion"}, {buildField, "build"}, {revisionField, "revision"},
	} {
		for word := range strings.FieldsSeq(line.names) {
			m[word] = wordMeaning{line.field, rank}
		}
	}
	return m
}()

type wordMeaning struct {
	field field
	rank  int
}

// meaning gives what the name of a column means.
func meaning(name string) (wordMeaning, bool) {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	m, ok := words[plain]
	return m, ok
}

// record is the text of each field of one driver.
type record [fields]string

// item makes an item of a record.
func (r *record) item() Item {
	i := Item{
		File: fileOf(r[fileField]), Path: unquote(r[pathField]), Service: r[serviceField],
		DisplayName: r[displayField], Description: r[descriptionField], Vendor: r[vendorField], Version: r[versionField],
		DateText: r[dateField], Signer: commonNameOf(r[signerField]), Signed: truth(r[signedField]), State: r[stateField],
		StartMode: r[startField], Package: fileOf(r[packageField]),
	}
	// Columns called Name or Driver hold services, files or packages, whatever the list is of.
	for _, name := range []string{r[nameField], r[fileField]} {
		switch {
		case isPackage(name) && i.Package == "":
			i.Package = fileOf(name)
		case isBinary(fileOf(name)) && i.File == "":
			i.File = fileOf(name)
		case i.Service == "" && isName(name) && !isBinary(name) && !isPackage(name):
			i.Service = name
		}
	}
	if original := r[originalField]; isPackage(original) {
		i.Original, i.Store = fileOf(original), storeOf(original)
	}
	if i.Version == "" && r[majorField] != "" {
		i.Version = fmt.Sprintf("%s.%s.%s.%s", r[majorField], or0(r[minorField]), or0(r[buildField]), or0(r[revisionField]))
	}
	if i.Signed == Untold && i.Signer != "" {
		i.Signed = True
	}
	return i
}

// unquote gives a path that may be quoted, with arguments behind it.
func unquote(text string) string {
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		text, _, _ = strings.Cut(quoted, `"`)
	}
	return text
}

func or0(text string) string {
	if text == "" {
		return "0"
	}
	return text
}

// isPackage tells whether a name or path is that of a driver package's file.
func isPackage(name string) bool {
	return len(name) > 4 && strings.EqualFold(name[len(name)-4:], ".inf")
}

// commonNameOf gives the common name of a distinguished name, and any other text as it stands.
func commonNameOf(text string) string {
	at := strings.Index(text, "CN=")
	if at < 0 {
		return text
	}
	text = text[at+3:]
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		text, _, _ = strings.Cut(quoted, `"`)
		return text
	}
	text, _, _ = strings.Cut(text, ",")
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSpace(text)
}
