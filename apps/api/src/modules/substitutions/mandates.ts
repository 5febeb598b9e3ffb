/**
 * Documents by which principals authorise deputies. What one says is for the two of them, and for whoever judges what the
 * deputy has signed: the portal keeps which file it was.
 */
import { PortalError } from '@rubrica/domain'
import type { DocumentBytes, WhichBytes } from '../pending-documents/ports.ts'
import type { Mandate, Mandates } from './ports.ts'

const MOST_SHOWN = 100

export const showMandates = ({ mandates }: { readonly mandates: Pick<Mandates, 'of'> }, userId: string) =>
  mandates.of(userId, MOST_SHOWN)

interface WantedMandate {
  readonly principalId: string
  readonly subscriptionId: string
  readonly documentId: string | undefined
}

/**
 * The document that a principal shows, which the subscription may demand.
 * @throws {PortalError} MANDATE_MISSING, MANDATE_UNFIT
 */
export async function requireMandate(
  mandates: Pick<Mandates, 'areDemanded' | 'find'>,
  { principalId, subscriptionId, documentId }: WantedMandate,
): Promise<Mandate | null> {
  if (documentId === undefined) {
    if (!(await mandates.areDemanded(subscriptionId))) return null
    throw new PortalError('MANDATE_MISSING', 'Your institution demands a signed document that authorises your deputy.')
  }
  const found = await mandates.find(principalId, { subscriptionId, documentId })
  if (found) return found
  throw new PortalError('MANDATE_UNFIT', 'You have not signed such a document, or others have yet to sign it.')
}

export interface ReadMandate {
  readonly mandates: Pick<Mandates, 'shown'>
  readonly bytes: DocumentBytes
}

/** As it was signed, to either of the two. @throws {PortalError} NOT_FOUND also once it has been deleted */
export async function readMandate(
  { mandates, bytes }: ReadMandate,
  { userId, substitutionId, onLength }: { userId: string; substitutionId: string } & Pick<WhichBytes, 'onLength'>,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const shown = await mandates.shown(userId, substitutionId)
  if (!shown) throw new PortalError('NOT_FOUND', 'There is no such document, or it is kept no longer.')
  const loaded = await bytes.load(shown.documentId, { revision: shown.revision, onLength })
  return { bytes: loaded.bytes, fileName: shown.fileName }
}
