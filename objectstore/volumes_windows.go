package objectstore

// filepathVolumes says that absolute paths begin with the letter of a drive.
const filepathVolumes = true
