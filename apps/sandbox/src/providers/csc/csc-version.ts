/** Where the two versions of the API call the same thing by different names or words. */
export interface CscVersion {
  readonly id: 'v1' | 'v2'
  readonly specs: string
  readonly hashes: 'hash' | 'hashes'
  readonly hashAlgorithm: 'hashAlgo' | 'hashAlgorithmOID'
  readonly unauthorisedHash: string
  readonly expiredCertificate: (subject: string) => string
}

export const CSC_V1: CscVersion = {
  id: 'v1',
  specs: '1.0.4.0',
  hashes: 'hash',
  hashAlgorithm: 'hashAlgo',
  unauthorisedHash: 'Hash is not authorized by the SAD.',
  expiredCertificate: (subject) => `Signing certificate '${subject}' is expired.`,
}

export const CSC_V2: CscVersion = {
  id: 'v2',
  specs: '2.0.0.2',
  hashes: 'hashes',
  hashAlgorithm: 'hashAlgorithmOID',
  unauthorisedHash: 'Hash is not authorized by the SAD',
  expiredCertificate: () => 'Signing certificate is expired',
}
