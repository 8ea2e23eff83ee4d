// Package etlwriter writes Windows event trace logs (.etl) whose content is known, for tests and test data.
//
// A Session takes records in time order, lays them into buffers of the processors that logged them, and gives the file
// as the kernel's logger would have written it: a buffer goes to the file when it is full, so busy processors' buffers
// come early and an idle one's late. What a file can suffer on its way (buffers lost, out of order, overwritten,
// compressed, cut) is done to the finished buffers by arrangements, so that damage is exact and repeatable.
//
// Layouts are those of evntrace.h, evntcons.h, the kernel's trace headers and the MOF classes and manifests of the
// kernel providers. The package shares no code with the reader: the two check each other.
//
// The same calls give the same bytes.
package etlwriter
