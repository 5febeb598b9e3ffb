/** What waits, sealed, while the application on a person's PC signs. */
import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod, type Integrity } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import type { AcceptedDisclaimer } from '../../accepted-disclaimer.ts'
import type { ErrandData, ErrandStore, Errand } from '../../errands.ts'
import type { SignatureToMake } from '../ports.ts'
import type { PreparedBytes } from './ports.ts'

/** CertType of the application on the person's PC. */
export const LOCAL_TYPE = 'local'

/** As long as for a provider: fifty documents on a slow card, and the date in the signature is still about right. */
const WAITING_MS = 30 * 60_000

export interface KeepAnnounced {
  readonly errands: ErrandStore
  readonly preparedBytes: PreparedBytes
  readonly now: () => Date
}

/** What was fixed when the certificate was announced. */
export interface Announced {
  readonly prepared: PreparedSignature
  readonly serialNumber: string
  readonly accessMethod: AccessMethod
  /** Of the document, when it is not intact and the person signs all the same. */
  readonly acceptedIntegrity: Integrity | undefined
  readonly acceptedDisclaimer?: AcceptedDisclaimer | undefined
}

/** Of one document: it takes the place of what was announced for it before. */
export async function keepAnnounced(
  { errands, preparedBytes, now }: KeepAnnounced,
  { userId, signerId, documentId, baseRevision }: Announcement,
  announced: Announced,
): Promise<void> {
  const createdAt = now()
  const kept = await errands.begin({
    id: randomUUID(),
    userId,
    certType: LOCAL_TYPE,
    purpose: 'sign',
    signerId,
    documentId,
    certificateId: null,
    baseRevision,
    state: 'awaiting_person',
    waitsFor: 'local-signature',
    data: toData(preparedBytes, announced),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + WAITING_MS),
  })
  if (!kept) throw new PortalError('DOCUMENT_BUSY', 'Another certificate was chosen for this document at this moment')
}

type Announcement = Pick<SignatureToMake, 'userId' | 'signerId' | 'documentId'> & { readonly baseRevision: number }

/** @throws {PortalError} LOCAL_SIGNATURE_EXPIRED */
export async function findAnnounced(
  { errands, preparedBytes, now }: KeepAnnounced,
  { userId, signerId }: Pick<SignatureToMake, 'userId' | 'signerId'>,
): Promise<{ readonly errand: Errand; readonly announced: Announced }> {
  const errand = await errands.findLiving({ userId, certType: LOCAL_TYPE, purpose: 'sign', signerId }, now())
  if (!errand) {
    throw new PortalError('LOCAL_SIGNATURE_EXPIRED', 'No certificate was chosen for this document, or too long ago')
  }
  return { errand, announced: fromData(preparedBytes, errand.data) }
}

const toData = (bytes: PreparedBytes, { prepared, ...rest }: Announced): ErrandData => ({
  ...rest,
  prepared: Buffer.from(bytes.write(prepared)).toString('base64'),
})

/** It was sealed: what is in it is what was put into it. */
function fromData(bytes: PreparedBytes, data: ErrandData): Announced {
  const { prepared, ...rest } = data as unknown as Omit<Announced, 'prepared'> & { readonly prepared: string }
  return { ...rest, prepared: bytes.read(Buffer.from(prepared, 'base64')) }
}
