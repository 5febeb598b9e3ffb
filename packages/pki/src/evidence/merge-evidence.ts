/**
 * Puts evidence from several places together, each piece once.
 */
import type { Evidence } from '../revocation/evidence.ts'

export const NO_EVIDENCE: Evidence = { certificates: [], ocsps: [], crls: [] }

/** In the order in which the pieces first come. */
export function mergeEvidence(...parts: readonly Evidence[]): Evidence {
  return {
    certificates: unrepeated(parts.flatMap(({ certificates }) => certificates)),
    ocsps: unrepeated(parts.flatMap(({ ocsps }) => ocsps)),
    crls: unrepeated(parts.flatMap(({ crls }) => crls)),
  }
}

export function unrepeated(pieces: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(pieces.map((piece) => [textOf(piece), piece])).values()]
}

/** The bytes as a key of a map. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
