package model

// enumerations holds the texts of the codes that columns tagged `as` hold, indexed by code. Code 0 is never written.
var enumerations = map[string][]string{
	"lifecycle": {"", "start", "end", "rundown_start", "rundown_end", "defunct", "terminate"},
	"virtual":   {"", "alloc", "free", "rundown_start", "rundown_end"},
	"map":       {"", "map", "unmap", "rundown_start", "rundown_end"},
	"file":      {"", "name", "create", "delete", "rundown"},
	"pool":      {"", "alloc", "free", "page"},
	"version":   {"", "image_id", "file_version"},
	"stack":     {"", "direct", "key_kernel", "key_user", "key_create", "key_delete", "key_rundown"},
	// The memory manager's protection index; 0 is "none" there, bit 3 adds NOCACHE.
	"protection": {
		"NONE", "READONLY", "EXECUTE", "EXECUTE_READ",
		"READWRITE", "WRITECOPY", "EXECUTE_READWRITE", "EXECUTE_WRITECOPY",
		"NONE|NOCACHE", "READONLY|NOCACHE", "EXECUTE|NOCACHE", "EXECUTE_READ|NOCACHE",
		"READWRITE|NOCACHE", "WRITECOPY|NOCACHE", "EXECUTE_READWRITE|NOCACHE", "EXECUTE_WRITECOPY|NOCACHE",
	},
}
