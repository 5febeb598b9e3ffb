import { randomBytes, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import { digestOf } from '../digest-of.ts'
import type { RequestLease } from '../keyed-requests.ts'
import { digestSecret } from '../new-invitation.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import { mayReturnTo } from '../allow-return.ts'
import type { ReturnAddresses, SenderClient } from '../sessions/ports.ts'
import type { LinkRefusal, LinkStore } from './ports.ts'

const SECRET_BYTES = 32
const HOUR_MS = 60 * 60_000
/** In an hour, for one signer. */
const MOST = 60

export interface CreateLink extends RunOnce {
  readonly links: Pick<LinkStore, 'add'>
  readonly returnAddresses: ReturnAddresses
  readonly portalEntry: PortalEntry
}

export interface LinkWish {
  readonly documentId: string
  readonly signerId: string
  readonly returnUrl: string
  readonly seconds: number
  readonly key: string | undefined
}

export interface CreatedLink {
  readonly url: string
  readonly expiresAt: Date
}

/**
 * An address by which one person comes to one document, once. The secret stands in its fragment, which no browser sends
 * to a server, and nobody keeps it: so a repeated request is answered with a fresh link, and the first one, which nobody
 * got, opens nothing.
 * @throws {PortalError} RETURN_ADDRESS_UNKNOWN, DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, SIGNER_NOT_FOUND,
 *   SIGNER_NOT_AWAITED, RATE_LIMITED, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export async function createLink(ports: CreateLink, client: SenderClient, wish: LinkWish): Promise<CreatedLink> {
  const { key, documentId, ...asked } = wish
  const { clientId } = client
  const call = `POST /v1/documents/${documentId.toLowerCase()}/signing-links`
  const keyed = key === undefined ? undefined : { caller: { clientId }, key, call, digest: digestOf(asked) }
  return runOnce(ports, keyed, {
    act: (lease) => keepLink(ports, { ...wish, client, lease }),
    replay: () => keepLink(ports, { ...wish, client, lease: undefined }),
  })
}

interface Keeping extends LinkWish {
  readonly client: SenderClient
  readonly lease: RequestLease | undefined
}

async function keepLink(
  { links, returnAddresses, portalEntry, now }: CreateLink,
  { client, lease, documentId, signerId, returnUrl, seconds }: Keeping,
): Promise<CreatedLink> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + seconds * 1000)
  const id = randomUUID()
  const mayReturn = mayReturnTo(returnUrl, await returnAddresses.returnUrlsOf(client.clientId))
  const outcome = await links.add(
    {
      id,
      client,
      documentId,
      signerId,
      secretDigest: digestSecret(secret),
      returnUrl,
      mayReturn,
      createdAt,
      expiresAt,
    },
    { since: new Date(createdAt.getTime() - HOUR_MS), most: MOST },
    lease && { lease, answer: null, until: keptUntil(createdAt) },
  )
  if (outcome !== 'kept') throw refused(outcome)
  return { url: `${portalEntry(`/sign/${id}`, {})}#${secret}`, expiresAt }
}

function refused(why: LinkRefusal): PortalError {
  switch (why) {
    case 'document-unknown':
      return new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')
    case 'document-over':
      return new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document is over.')
    case 'signer-unknown':
      return new PortalError('SIGNER_NOT_FOUND', 'The document has no such signer.')
    case 'return-unknown':
      return new PortalError('RETURN_ADDRESS_UNKNOWN', 'The operator has not given this return address to the program.')
    case 'signer-not-awaited':
      return new PortalError('SIGNER_NOT_AWAITED', 'The document does not wait for this signer now.')
    case 'too-many':
      return new PortalError('RATE_LIMITED', 'Too many links were made for this signer within an hour.', {
        facts: { RetryAfterSeconds: HOUR_MS / 1000 },
      })
  }
}
