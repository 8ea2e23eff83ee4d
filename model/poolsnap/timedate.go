package poolsnap

import "unicode/utf8"

// cjk reads a figure that its unit follows, as in 2024年3月5日 or 9시 30분.
func (s *timeScanner) cjk(value, digits int) bool {
	rest := s.b[s.i:]
	if len(rest) < 3 || rest[0] < 0xe4 || digits > 4 {
		return false
	}
	r, width := utf8.DecodeRune(rest)
	m := &s.m
	switch r {
	case '年', '년':
		m.year = value
	case '月', '월':
		m.month = value
	case '日', '일', '号':
		m.day = value
	case '時', '时', '点', '시':
		m.hour, m.clock = value, value < 24
	case '分', '분':
		m.minute = min(value, 59)
	case '秒', '초':
		m.second = min(value, 59)
	default:
		return false
	}
	s.i += width
	s.dateEnd, s.clockEnd = s.i, s.i
	return true
}

// figures reads a date of three figures with the same separator between. Blanks may follow a dot.
func (s *timeScanner) figures(at, first, digits int) bool {
	if s.i >= len(s.b) || digits != 4 && digits > 2 {
		return false
	}
	separator := s.b[s.i]
	if separator != '/' && separator != '-' && separator != '.' {
		return false
	}
	next := func(i int) int {
		for i++; separator == '.' && i < len(s.b) && s.b[i] == ' '; i++ {
		}
		return i
	}
	i := next(s.i)
	second, n2 := s.peekDigits(i, 2)
	if i += n2; n2 == 0 || i >= len(s.b) || s.b[i] != separator {
		return false
	}
	i = next(i)
	third, n3 := s.peekDigits(i, 4)
	if i += n3; n3 != 4 && n3 != 2 && (n3 != 1 || digits != 4) {
		return false
	}
	if at > 1 && (s.b[at-1] == '.' || s.b[at-1] == ':') && s.b[at-2]-'0' <= 9 ||
		separator == '.' && i+1 < len(s.b) && s.b[i] == '.' && s.b[i+1]-'0' <= 9 {
		return false // part of a version or an address
	}
	switch {
	case digits == 4 && n3 <= 2 && validDate(first, second, third):
		s.m.year, s.m.month, s.m.day = first, second, third
	case digits <= 2 && n3 >= 2:
		s.m.figures, s.m.separator, s.m.shortYear = [3]int{first, second, third}, separator, n3 == 2
		if len(s.m.orders()) == 0 {
			s.m.separator = 0
			return false
		}
	default:
		return false
	}
	if s.i = i; i < len(s.b) && s.b[i] == '.' {
		s.i++
	}
	s.dateEnd = s.i
	return true
}

// compact reads a date, or a date and a time, written as one run of digits.
func (s *timeScanner) compact(at, digits int) bool {
	if digits != 8 && digits != 12 && digits != 14 && digits != 17 {
		return false
	}
	part := func(from, to int) (v int) {
		for _, c := range s.b[at+from : at+to] {
			v = v*10 + int(c-'0')
		}
		return v
	}
	year, month, day := part(0, 4), part(4, 6), part(6, 8)
	if !validDate(year, month, day) {
		return false
	}
	if digits > 8 {
		hour, minute, second, milli := part(8, 10), part(10, 12), 0, 0
		if digits >= 14 {
			second = part(12, 14)
		}
		if digits == 17 {
			milli = part(14, 17)
		}
		if !s.setClock(hour, minute, second) {
			return false
		}
		s.m.nano = milli * 1e6
	}
	s.m.year, s.m.month, s.m.day = year, month, day
	s.dateEnd = s.i
	if digits == 14 {
		s.cimZone()
	}
	return true
}

// cimZone reads what follows a time as WMI writes it, 20240305093000.123000+060: a fraction, and minutes east of UTC.
func (s *timeScanner) cimZone() {
	if s.i+11 > len(s.b) || s.b[s.i] != '.' || s.b[s.i+7] != '+' && s.b[s.i+7] != '-' {
		return
	}
	_, n6 := s.peekDigits(s.i+1, 6)
	minutes, n3 := s.peekDigits(s.i+8, 3)
	if n6 != 6 || n3 != 3 {
		return
	}
	if s.b[s.i+7] == '-' {
		minutes = -minutes
	}
	s.fraction()
	s.m.zoned, s.m.offset = true, minutes*60
	s.i += 4
	s.dateEnd, s.clockEnd = s.i, s.i
}

func validDate(year, month, day int) bool {
	return year >= 1980 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// epoch reads a count of time since 1970 by its number of digits, or the 100 ns units since 1601 that Windows counts.
func epoch(value, digits int) (nano int64, ok bool) {
	v := int64(value)
	switch {
	case digits == 18 && v >= 110e15 && v < 190e15:
		v = (v - 116444736000000000) * 100
	case digits == 9 || digits == 10:
		v *= 1e9
	case digits == 12 || digits == 13:
		v *= 1e6
	case digits == 15 || digits == 16:
		v *= 1e3
	case digits == 18 || digits == 19:
	default:
		return 0, false
	}
	const from, to = 315532800e9, 4102444800e9 // 1980, 2100
	return v, v >= from && v < to
}
