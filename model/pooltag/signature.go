package pooltag

import (
	"bytes"
	"crypto/x509"
	"crypto/x509/pkix"
	"debug/pe"
	"encoding/asn1"
	"encoding/binary"
	"math/big"
)

// Signature is what a file says of its own Authenticode signature. Nothing of it was verified: neither that the signature
// fits the file nor that anybody vouches for the signer. Files that Windows ships are mostly signed in catalogs, and carry
// none.
type Signature struct {
	Embedded bool   // the file has a certificate table
	Signer   string // common name of the signer's certificate, empty when it could not be read
}

// maxCertificates bounds the certificate table; real ones have some 10 to 50 KB.
const maxCertificates = 4 << 20

// signature reads the certificate table, whose place is an offset in the file and no RVA.
func (m *image) signature() Signature {
	d := m.directory(pe.IMAGE_DIRECTORY_ENTRY_SECURITY)
	if d.VirtualAddress == 0 || d.Size < 8 {
		return Signature{}
	}
	head, err := m.file.bytes(int64(d.VirtualAddress), 8)
	if err != nil {
		return Signature{}
	}
	s := Signature{Embedded: true}
	length, kind := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint16(head[6:])
	if length < 8 || length > d.Size || length > maxCertificates || kind != 2 { // WIN_CERT_TYPE_PKCS_SIGNED_DATA
		return s
	}
	if data, err := m.file.bytes(int64(d.VirtualAddress)+8, int(length-8)); err == nil {
		s.Signer = signer(data)
	}
	return s
}

// PKCS #7 as far as it is needed (RFC 2315): which of the certificates is the signer's.
type (
	contentInfo struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue `asn1:"explicit,optional,tag:0"`
	}
	signedData struct {
		Version      int
		Digests      asn1.RawValue
		Content      asn1.RawValue
		Certificates asn1.RawValue `asn1:"optional,tag:0"`
		Revocations  asn1.RawValue `asn1:"optional,tag:1"`
		Signers      asn1.RawValue
	}
	signerInfo struct {
		Version int
		ID      struct {
			Issuer asn1.RawValue
			Serial *big.Int
		}
	}
	certificate struct {
		Body struct {
			Version   asn1.RawValue `asn1:"optional,explicit,tag:0"`
			Serial    *big.Int
			Algorithm asn1.RawValue
			Issuer    asn1.RawValue
			Validity  asn1.RawValue
			Subject   asn1.RawValue
		}
	}
)

var signedDataType = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}

// signer gives the common name of the certificate that the first signer of a PKCS #7 message names by issuer and serial
// number; empty when the message does not hold it.
func signer(data []byte) string {
	var info contentInfo
	if _, err := asn1.Unmarshal(data, &info); err != nil || !info.Type.Equal(signedDataType) {
		return ""
	}
	var signed signedData
	if _, err := asn1.Unmarshal(info.Content.Bytes, &signed); err != nil {
		return ""
	}
	var who signerInfo
	if _, err := asn1.Unmarshal(signed.Signers.Bytes, &who); err != nil || who.ID.Serial == nil {
		return ""
	}
	for rest := signed.Certificates.Bytes; len(rest) > 0; {
		var raw asn1.RawValue
		var err error
		if rest, err = asn1.Unmarshal(rest, &raw); err != nil {
			return ""
		}
		var c certificate
		if _, err := asn1.Unmarshal(raw.FullBytes, &c); err != nil || c.Body.Serial == nil {
			continue
		}
		if c.Body.Serial.Cmp(who.ID.Serial) == 0 && bytes.Equal(c.Body.Issuer.FullBytes, who.ID.Issuer.FullBytes) {
			return commonName(raw.FullBytes, c.Body.Subject.FullBytes)
		}
	}
	return ""
}

// commonName gives the common name of a certificate's subject. crypto/x509 refuses some certificates that signers use, for
// matters that a name does not depend on: then the name is read on its own.
func commonName(whole, subject []byte) string {
	if c, err := x509.ParseCertificate(whole); err == nil {
		return c.Subject.CommonName
	}
	var names pkix.RDNSequence
	if rest, err := asn1.Unmarshal(subject, &names); err != nil || len(rest) > 0 {
		return ""
	}
	var name pkix.Name
	name.FillFromRDNSequence(&names)
	return name.CommonName
}
