// Package growth says which program or which pool grows over hours to weeks of periodic memory snapshots, how fast and how sure
// that is, and when to record a capture that tells why. Read makes series of the captures of a dataset, Build judges them.
package growth
