import type { ToBeSigned } from '../connector.ts'

/** DER of DigestInfo up to the digest itself (RFC 8017 §9.2, note 1). */
const PREFIXES = {
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
} as const

/** What a key signs that adds the padding of RSASSA-PKCS1-v1_5 and does not hash. */
export const encodeDigestInfo = ({ digest, digestAlgorithm }: ToBeSigned): Buffer =>
  Buffer.concat([Buffer.from(PREFIXES[digestAlgorithm], 'hex'), digest])
