import { FALLBACK_LANGUAGE, languageOf, PortalError, type DisclaimerKind } from '@rubrica/domain'
import type { Disclaimer, DisclaimerStore, StandardDisclaimers } from './ports.ts'

export interface DisclaimerPorts {
  readonly disclaimers: DisclaimerStore
  readonly standard: StandardDisclaimers
}

/**
 * What a person must agree to before signing. A sender's own text is for that one document, whatever the language; a
 * batch has the standard text.
 * @throws {PortalError} DOCUMENT_NOT_FOUND for somebody else's signature
 */
export async function findDisclaimer(
  { disclaimers, standard }: DisclaimerPorts,
  request: { userId: string; signerId: string; kind: DisclaimerKind; languageTag: string },
): Promise<Disclaimer> {
  const own = await disclaimers.ofSigner(request.userId, request.signerId)
  if (own === undefined) throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user.')
  if (own !== null && request.kind === 'SIGNATURE_MULTIPOSITION_SIMPLE') return own
  return standard(request.kind, languageOf(request.languageTag.replace('_', '-')) ?? FALLBACK_LANGUAGE)
}
