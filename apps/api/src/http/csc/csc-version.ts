/** What the two versions of the CSC API call the same things. */
export interface CscVersion {
  readonly id: 'v1' | 'v2'
  readonly specs: string
  /** Members of requests. */
  readonly hashes: 'hash' | 'hashes'
  readonly hashAlgorithm: 'hashAlgo' | 'hashAlgorithmOID'
}

export const CSC_V1: CscVersion = { id: 'v1', specs: '1.0.4.0', hashes: 'hash', hashAlgorithm: 'hashAlgo' }
export const CSC_V2: CscVersion = { id: 'v2', specs: '2.0.0.2', hashes: 'hashes', hashAlgorithm: 'hashAlgorithmOID' }
