package ledger

import (
	"fmt"
	"slices"

	"etledger/model"
)

// need is a table that the books are made from, with its columns beside those of needsOfAll.
type need struct {
	table   model.Table
	columns []string
}

// needsOfAll are columns that are needed of every table but that of frames. The time since the beginning tells, in the
// first row of all, when the capture began.
var needsOfAll = []string{"timestamp", "time_s"}

var needs = []need{
	{model.TableProcess, []string{"header_pid", "type", "pid", "parent_pid", "session_id", "exit_status",
		"unique_process_key", "flags", "sid", "name", "exe", "command_line", "create_time", "exit_time"}},
	{model.TableThread, []string{"type", "pid", "tid", "user_stack_base", "user_stack_limit"}},
	{model.TableImage, []string{"type", "pid", "image_base", "image_size", "time_date_stamp", "file_name"}},
	{model.TableProcessCounters, []string{"type", "pid", "page_fault_count", "handle_count", "peak_virtual_size",
		"peak_working_set_size", "peak_pagefile_usage", "peak_paged_pool", "peak_non_paged_pool", "virtual_size",
		"working_set_size", "pagefile_usage", "paged_pool", "non_paged_pool", "private_bytes"}},
	{model.TableVirtualAlloc, []string{"ticks", "processor", "header_pid", "header_tid", "type", "pid", "base_address",
		"region_size", "alloc_flags", "commit_size"}},
	{model.TableMapView, []string{"type", "pid", "view_base", "view_size", "file_key", "section_type_code"}},
	{model.TableHardFault, []string{"duration", "file_key", "tid", "pid", "byte_count"}},
	{model.TableFileName, []string{"type", "file_key", "file_name"}},
	{model.TableMemoryInfo, []string{"zero_pages", "free_pages", "standby_pages", "paged_pool_pages",
		"non_paged_pool_pages", "commit_pages"}},
	{model.TableProcessMemoryInfo, []string{"pid", "commit_pages"}},
	{model.TableSessionMemoryInfo, nil}, // proves a keyword
	{model.TablePool, []string{"type", "pool_type_code", "tag_code", "bytes", "entry", "session_id"}},
	{model.TableStack, []string{"processor", "type", "event_ticks", "pid", "tid", "key", "first_frame", "frame_count"}},
	{model.TableFrame, []string{"address"}},
	{model.TableSystem, []string{"mhz", "processors", "memory_mb", "page_size", "computer_name", "highest_user_address",
		"architecture_code"}},
	{model.TableVolume, []string{"nt_prefix", "dos_prefix", "windows_directory"}},
	{model.TableImageVersion, []string{"type", "image_base", "pid", "image_size", "time_date_stamp", "original_file_name",
		"file_version", "product_name", "company_name", "product_version"}},
	{model.TableGroupMask, []string{"mask_0", "mask_1", "mask_2", "mask_3", "mask_4", "mask_5", "mask_6", "mask_7"}},
}

// Needs gives the tables and columns that the books are made from, by their names in the schemas, as model.Options takes
// them. Accounts made from these alone are the same as those made from everything. Nothing of what it gives is shared.
func Needs() (tables []model.Table, columns map[model.Table][]string) {
	columns = map[model.Table][]string{}
	for _, n := range needs {
		tables = append(tables, n.table)
		columns[n.table] = n.all()
	}
	return tables, columns
}

func (n need) all() []string {
	if n.table == model.TableFrame {
		return slices.Clone(n.columns)
	}
	return slices.Concat(needsOfAll, n.columns)
}

// ColumnError tells of a chunk whose batch of a table lacks a column that the books need.
type ColumnError struct {
	Table  model.Table
	Column string
}

func (e *ColumnError) Error() string {
	return fmt.Sprintf("ledger: chunk lacks column %s of table %v, which the accounts are made from", e.Column, e.Table)
}

// checkColumns tells whether the batches of a chunk have all columns that the books need.
func checkColumns(c *model.Chunk) error {
	for _, n := range needs {
		b := c.Batch(n.table)
		if b == nil {
			continue
		}
		schema := b.Record().Schema()
		for _, name := range n.all() {
			if !schema.HasField(name) {
				return &ColumnError{Table: n.table, Column: name}
			}
		}
	}
	return nil
}
