package poolsnap

import (
	"strings"
	"unicode/utf8"
)

// Words of times are looked up in small letters. Those of Latin letters are kept without the letters that are not
// ASCII, so that março, mar\x87o and março in any code page are one word, maro.

// monthWords gives the number of a month. Words of several languages that mean different months are left out.
var monthWords = wordTable([]string{
	"january jan januar jnner janvier janv enero ene gennaio gen janeiro januari stycznia sty stycze " +
		"tammikuuta jaanuar января янв январь",
	"february feb februar fvrier fvr febrero febbraio fevereiro fev februari lutego lut luty helmikuuta " +
		"февраля фев февр февраль",
	"march mar mrz mars marzo maro maart mrt marca marzec marts maaliskuuta марта мар март",
	"april apr avril avr abril abr aprile kwietnia kwi kwiecie huhtikuuta апреля апр апрель",
	"may mai mayo maggio mag maio mei maja maj toukokuuta мая май",
	"june jun juni juin junio giugno giu junho czerwca cze czerwiec keskuuta июня июн июнь",
	"july jul juli juillet juil julio luglio lug julho lipca lip lipiec heinkuuta июля июл июль",
	"august aug aot agosto ago augustus sierpnia sie sierpie augusti elokuuta августа авг август",
	"september sep sept septembre septiembre setiembre settembre setembro set wrzenia wrz wrzesie syyskuuta " +
		"сентября сен сент сентябрь",
	"october oct oktober okt octobre octubre ottobre ott outubro out padziernika padziernik lokakuuta " +
		"октября окт октябрь",
	"november nov novembre noviembre novembro listopada lis listopad marraskuuta ноября ноя нояб ноябрь",
	"december dec dezember dez dcembre dc diciembre dic dicembre dezembro grudnia gru grudzie desember des " +
		"joulukuuta декабря дек декабрь",
})

// weekdayWords gives days of the week, Sunday as 0. Mar is March where a date needs a month, and Tuesday where it has
// one.
var weekdayWords = wordTable([]string{
	"sunday sun sonntag so dimanche dim domingo dom domenica zondag zo niedziela niedz воскресенье вс 周日 " +
		"星期日 日曜日 일요일",
	"monday mon montag mo lundi lun lunes luned segunda seg maandag ma poniedziaek pon понедельник пн 周一 " +
		"星期一 月曜日 월요일",
	"tuesday tue tues dienstag di mardi mar martes marted tera ter dinsdag wtorek wt вторник вт 周二 星期二 火曜日 " +
		"화요일",
	"wednesday wed mittwoch mi mercredi mer mircoles mi mercoled quarta qua woensdag wo roda среда ср 周三 " +
		"星期三 水曜日 수요일",
	"thursday thu thur thurs donnerstag do jeudi jeu jueves jue gioved gio quinta qui donderdag czwartek " +
		"czw четверг чт 周四 星期四 木曜日 목요일",
	"friday fri freitag fr vendredi ven viernes vie venerd sexta sex vrijdag vr pitek pt пятница пт 周五 星期五 " +
		"金曜日 금요일",
	"saturday sat samstag sa sonnabend samedi sam sbado sb sabato sab zaterdag za sobota sob суббота сб 周六 " +
		"星期六 土曜日 토요일",
})

const (
	beforeNoon = 1
	afterNoon  = 2
)

// noonWords tell the halves of the day.
var noonWords = map[string]int{
	"am": beforeNoon, "pm": afterNoon, "午前": beforeNoon, "午後": afterNoon, "上午": beforeNoon, "下午": afterNoon,
	"오전": beforeNoon, "오후": afterNoon,
}

func wordTable(lines []string) map[string]int {
	table := map[string]int{}
	for i, line := range lines {
		for _, word := range strings.Fields(line) {
			table[word] = i
		}
	}
	return table
}

// timeWord gives a word as the tables have it.
func timeWord(b []byte) string {
	word := strings.ToLower(string(b))
	ascii := make([]byte, 0, len(word))
	for i := range len(word) {
		if c := word[i]; c < utf8.RuneSelf && c != '.' {
			ascii = append(ascii, c)
		}
	}
	if len(ascii) > 0 {
		return string(ascii)
	}
	return word
}
