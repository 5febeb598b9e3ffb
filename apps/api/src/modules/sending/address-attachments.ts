import type { NewAttachment, NewSigner, SendOrder } from './ports.ts'
import { invalid } from './resolve-signers.ts'

/**
 * Whom each attached file is for.
 * @param count how many files are attached
 * @returns for each of them the signers that it is for; nobody for what all of them get
 * @throws {PortalError} VALIDATION_FAILED for a place at which nothing is attached
 */
export function addressAttachments(
  { signers: ordered }: SendOrder,
  signers: readonly Pick<NewSigner, 'id'>[],
  count: number,
): NewAttachment['signerIds'][] {
  const named = ordered.map(({ attachments = [] }) => new Set(attachments))
  for (const [index, places] of named.entries()) {
    const beyond = [...places].find((place) => place >= count)
    if (beyond === undefined) continue
    throw invalid(`signers.${index}.attachments`, `names attachment ${beyond}, and there are ${count} (counted from 0)`)
  }
  return Array.from({ length: count }, (_, place) =>
    signers.filter((_signer, index) => named[index]!.has(place)).map(({ id }) => id),
  )
}
