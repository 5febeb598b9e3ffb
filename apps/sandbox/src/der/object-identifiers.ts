/** The object identifiers that the sandbox's certificates, answers and key files carry, by their usual names. */
export const OID = {
  // Attributes of names (X.520, RFC 2985).
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
  organizationalUnit: '2.5.4.11',
  givenName: '2.5.4.42',
  pseudonym: '2.5.4.65',
  emailAddress: '1.2.840.113549.1.9.1',

  // Certificate and CRL extensions (RFC 5280), and what they name.
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  crlReason: '2.5.29.21',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  accessOcsp: '1.3.6.1.5.5.7.48.1',
  accessCaIssuers: '1.3.6.1.5.5.7.48.2',
  purposeTimeStamping: '1.3.6.1.5.5.7.3.8',
  purposeOcspSigning: '1.3.6.1.5.5.7.3.9',

  // OCSP (RFC 6960).
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspArchiveCutoff: '1.3.6.1.5.5.7.48.1.6',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',

  // CMS and time-stamps (RFC 5652, RFC 3161, RFC 5816).
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  encryptedData: '1.2.840.113549.1.7.6',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** The policy of the sandbox's time-stamps: an arc under 2.25 that needs no registration (X.667). */
  sandboxTimeStampPolicy: '2.25.207163398104662095188237310981154870253',

  // Algorithms.
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  hmacWithSha256: '1.2.840.113549.2.9',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',

  // Key files (RFC 7292).
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
} as const
