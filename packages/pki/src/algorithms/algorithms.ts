/** The digests that are signed with. */
export type DigestAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512'

/** The signature schemes that are signed with. */
export type SignatureScheme = 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA'
