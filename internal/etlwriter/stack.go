package etlwriter

// Stack gives the payload of a stack of the event that was stamped eventTicks on that thread (MOF StackWalk_Event);
// frames are addresses, innermost first.
func Stack(eventTicks int64, thread ThreadID, frames []uint64, size PointerSize) []byte {
	e := encoder{size: size}
	e.u64(uint64(eventTicks))
	e.u32(thread.PID, thread.TID)
	e.ptr(frames...)
	return e.b
}

// StackKey gives the payload of a reference to a stack that is told once under a key: HookStackKeyKernel for the kernel
// part and HookStackKeyUser for the user part of the event's stack.
func StackKey(eventTicks int64, thread ThreadID, key uint64, size PointerSize) []byte {
	e := encoder{size: size}
	e.u64(uint64(eventTicks))
	e.u32(thread.PID, thread.TID)
	e.ptr(key)
	return e.b
}

// StackDefinition gives the payload of the events that tell the frames of a key: create, delete and rundown.
func StackDefinition(key uint64, frames []uint64, size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(key)
	e.ptr(frames...)
	return e.b
}
