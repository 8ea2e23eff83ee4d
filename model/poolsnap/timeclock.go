package poolsnap

// clock reads a time of day from its first figure. After a date, hours and minutes may be separated by other marks
// than the colon, or by none: 2024-03-05_0930, 05.03.2024 09.30.
func (s *timeScanner) clock(at, hour, digits int) bool {
	afterDate := s.dateEnd >= 0 && at > s.dateEnd && at-s.dateEnd <= 3
	end := s.i
	if afterDate && at == s.dateEnd+1 && (digits == 4 || digits == 6) {
		minute, second := hour%100, 0
		if hour /= 100; digits == 6 {
			hour, minute, second = hour/100, hour%100, minute
		}
		return s.setClock(hour, minute, second)
	}
	if digits > 2 || end >= len(s.b) {
		return false
	}
	mark := s.b[end]
	if mark == '.' && s.monthAt >= 0 { // 5. maaliskuuta 2024 9.30.00
		_, n := s.peekDigits(end+1, 2)
		afterDate = afterDate || n == 2 && end+3 < len(s.b) && s.b[end+3] == '.'
	}
	if mark != ':' && (!afterDate || mark != '.' && mark != '-' && mark != 'h' && mark != '_') {
		return false
	}
	minute, n := s.peekDigits(end+1, 2)
	if n != 2 {
		return false
	}
	second := 0
	s.i = end + 1 + n
	if s.i < len(s.b) && (s.b[s.i] == mark || mark == 'h' && s.b[s.i] == 'm') {
		if v, n := s.peekDigits(s.i+1, 2); n == 2 {
			second = v
			s.i += 1 + n
			s.fraction()
		}
	}
	if !s.setClock(hour, minute, second) {
		s.i, s.m.nano = end, 0
		return false
	}
	return true
}

// fraction reads the decimals of seconds.
func (s *timeScanner) fraction() {
	if s.i >= len(s.b) || s.b[s.i] != '.' && s.b[s.i] != ',' || s.i+1 >= len(s.b) || s.b[s.i+1]-'0' > 9 {
		return
	}
	scale := 100_000_000
	for s.i++; s.i < len(s.b) && s.b[s.i]-'0' <= 9; s.i++ {
		s.m.nano += int(s.b[s.i]-'0') * scale
		scale /= 10
	}
}

// zone reads a difference from UTC: +01:00, -0800, or after the letters UTC or GMT also - 8:00 and +2. The place is
// where blanks or its sign stand.
func (s *timeScanner) zone(i int) bool {
	named := s.m.zoned
	if !named && (!s.m.clock || i > s.clockEnd+1) {
		return false
	}
	if named {
		i = s.blanksAfter(i)
	}
	if i >= len(s.b) || s.b[i] != '+' && s.b[i] != '-' {
		return false
	}
	east := 1
	if s.b[i] == '-' {
		east = -1
	}
	if i++; named {
		i = s.blanksAfter(i)
	}
	hours, n := s.peekDigits(i, 4)
	minutes := 0
	switch {
	case n == 4:
		hours, minutes = hours/100, hours%100
	case n == 2 || n == 1 && named:
		if i+n < len(s.b) && s.b[i+n] == ':' {
			m, n2 := s.peekDigits(i+n+1, 2)
			if n2 != 2 {
				return false
			}
			minutes = m
			n += 3
		} else if n == 2 && !named && i+n < len(s.b) && s.b[i+n] != ' ' && s.b[i+n] != ')' {
			return false // 09:30-05-...: no zone
		}
	default:
		return false
	}
	if hours > 15 || minutes > 59 {
		return false
	}
	s.m.zoned, s.m.offset = true, east*(hours*3600+minutes*60)
	s.i = i + n
	return true
}

// setClock takes a time of day.
func (s *timeScanner) setClock(hour, minute, second int) bool {
	if hour > 23 || minute > 59 || second > 60 {
		return false
	}
	s.m.clock, s.m.hour, s.m.minute, s.m.second = true, hour, minute, min(second, 59)
	s.clockEnd = s.i
	return true
}
