package report

import "etledger/ledger"

// ImageVersion is what the version resource of an image says. At least one field is not null.
type ImageVersion struct {
	FileVersion    *string `json:"file_version"`
	ProductName    *string `json:"product_name"`
	ProductVersion *string `json:"product_version"`
	CompanyName    *string `json:"company_name"`
}

func imageVersionOf(v *ledger.ImageVersion) *ImageVersion {
	if v == nil {
		return nil
	}
	return &ImageVersion{
		FileVersion: known(v.FileVersion), ProductName: known(v.ProductName), ProductVersion: known(v.ProductVersion),
		CompanyName: known(v.CompanyName),
	}
}

func fileVersionOf(v *ledger.ImageVersion) *string {
	if v == nil {
		return nil
	}
	return known(v.FileVersion)
}
