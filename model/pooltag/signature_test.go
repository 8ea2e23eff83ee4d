package pooltag

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"debug/pe"
	"encoding/asn1"
	"encoding/binary"
	"math/big"
	"testing"
	"time"
)

// signedBy makes a PKCS #7 message with certificates for some names, of which one is the signer's. Only its outline is
// true: nothing is signed.
func signedBy(t testing.TB, which int, names ...string) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	var signerID asn1.RawValue
	for i, name := range names {
		template := &x509.Certificate{SerialNumber: big.NewInt(int64(1000 + i)), Subject: pkix.Name{CommonName: name, Organization: []string{"Made up"}},
			NotBefore: time.Unix(1600000000, 0), NotAfter: time.Unix(1700000000, 0)}
		der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, der...)
		if i == which {
			c, err := x509.ParseCertificate(der)
			if err != nil {
				t.Fatal(err)
			}
			signerID.FullBytes = pack(t, struct {
				Issuer asn1.RawValue
				Serial *big.Int
			}{asn1.RawValue{FullBytes: c.RawIssuer}, c.SerialNumber})
		}
	}
	signerInfo := pack(t, struct {
		Version int
		ID      asn1.RawValue
		Digest  string
	}{1, signerID, "the rest"})
	inner := pack(t, struct {
		Version                                 int
		Digests, Content, Certificates, Signers asn1.RawValue
	}{1, asn1.RawValue{Tag: asn1.TagSet, IsCompound: true}, asn1.RawValue{Tag: asn1.TagSequence, IsCompound: true},
		asn1.RawValue{Class: asn1.ClassContextSpecific, IsCompound: true, Bytes: all},
		asn1.RawValue{Tag: asn1.TagSet, IsCompound: true, Bytes: signerInfo}})
	return pack(t, struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue
	}{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}, asn1.RawValue{Class: asn1.ClassContextSpecific, IsCompound: true, Bytes: inner}})
}

func pack(t testing.TB, v any) []byte {
	t.Helper()
	b, err := asn1.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func certificateTable(message []byte) []byte {
	table := make([]byte, 8, 8+len(message)+7)
	binary.LittleEndian.PutUint32(table, uint32(8+len(message)))
	binary.LittleEndian.PutUint16(table[4:], 0x200)
	binary.LittleEndian.PutUint16(table[6:], 2)
	table = append(table, message...)
	for len(table)%8 != 0 {
		table = append(table, 0)
	}
	return table
}

func TestSignature(t *testing.T) {
	message := signedBy(t, 1, "Root of Nothing", "Widget Publisher", "Time Stamper")
	wrongKind := certificateTable(message)
	wrongKind[6] = 1
	tooLong := certificateTable(message)
	tooLong[2] = 0xff
	for name, c := range map[string]struct {
		table []byte
		want  Signature
	}{
		"none":              {nil, Signature{}},
		"signed":            {certificateTable(message), Signature{true, "Widget Publisher"}},
		"cut off":           {certificateTable(message[:len(message)/2]), Signature{true, ""}},
		"signer not there":  {certificateTable(signedBy(t, 7, "Root of Nothing")), Signature{true, ""}},
		"not PKCS #7":       {certificateTable([]byte("nothing of the kind")), Signature{true, ""}},
		"another kind":      {wrongKind, Signature{true, ""}},
		"longer than it is": {tooLong, Signature{true, ""}},
	} {
		f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, certificate: c.table}
		f.add(".text", codeFlags, []byte{0xc3})
		if got := scanBytes(t, f.bytes()).Signature; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
