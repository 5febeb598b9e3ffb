import type { ToBeSigned } from '../../connector.ts'
import { encodeDigestInfo } from '../encode-digest-info.ts'

export const MECHANISMS = ['RSASHA256', 'RSASHA512', 'RSARAW'] as const
export type Mechanism = (typeof MECHANISMS)[number]

/** Mechanisms that hash what they are given. */
const HASHING: Readonly<Partial<Record<Mechanism, ToBeSigned['digestAlgorithm']>>> = {
  RSASHA256: 'SHA-256',
  RSASHA512: 'SHA-512',
}

/**
 * What is sent to be signed. The wanted mechanism gives way to RSARAW, which serves every digest, where it would hash
 * in another way than the attributes were.
 */
export function prepareBlock(wanted: Mechanism, item: ToBeSigned): { mechanism: Mechanism; plaintext: Uint8Array } {
  return HASHING[wanted] === item.digestAlgorithm
    ? { mechanism: wanted, plaintext: item.attributes }
    : { mechanism: 'RSARAW', plaintext: encodeDigestInfo(item) }
}
