package poolsnap

// Tags are bytes. Whoever turned them into UTF-8 or UTF-16 took them to be in some code page; here is the way back.

// codePage gives the byte of a character that is not ASCII.
type codePage struct {
	number int
	high   string // the characters of bytes 0x80 to 0xff, U+FFFD for none
	bytes  map[rune]byte
}

// page1252 includes Latin-1, in which bytes 0x80 to 0x9f are control characters.
var page1252 = newCodePage(1252,
	"€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"+
		"\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿"+
		"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"+
		"àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")

var page437 = newCodePage(437,
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"+
		"áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"+
		"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"+
		"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

var page850 = newCodePage(850,
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ"+
		"áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"+
		"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀"+
		"ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0")

// controls437 are the characters that consoles show for the bytes 0x01 to 0x1f.
const controls437 = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"

func newCodePage(number int, high string) *codePage {
	p := &codePage{number, high, map[rune]byte{}}
	c := 0x80
	for _, r := range high {
		if r != '\ufffd' {
			p.bytes[r] = byte(c)
		}
		c++
	}
	if number == 1252 {
		for c := rune(0x80); c < 0xa0; c++ {
			p.bytes[c] = byte(c)
		}
		return p
	}
	c = 1
	for _, r := range controls437 {
		if _, ok := p.bytes[r]; !ok {
			p.bytes[r] = byte(c)
		}
		c++
	}
	p.bytes['⌂'] = 0x7f
	return p
}

// codePageOf gives a code page by its number, nil for one that is not known.
func codePageOf(number int) *codePage {
	for _, p := range []*codePage{page1252, page437, page850} {
		if p.number == number {
			return p
		}
	}
	return nil
}
