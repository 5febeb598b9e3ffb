import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { answerAddress } from './answer-address.ts'
import type { Grant, GrantStore, CallingClient, CallingClients, PushedRequests } from './ports.ts'
import { readWish, requireRedirect, type AskedFor } from './read-wish.ts'

export interface CheckRequest {
  readonly store: GrantStore
  readonly clients: CallingClients
  readonly pushed: PushedRequests
  readonly now: () => Date
}

/** How long a person may take to log in and choose. */
const ASKED_MS = 30 * 60_000

export interface CheckedRequest {
  readonly id: string
  readonly client: CallingClient
  readonly grant: Pick<Grant, 'kind' | 'certificateTypes' | 'wantedCertificateId' | 'description' | 'expiresAt'> & {
    readonly redirectUri: string
  }
  readonly signatures: number
  /** Where the browser goes when the person refuses. */
  readonly refusedUrl: string
}

/**
 * Writes down what an application asks for, when it may ask so.
 * @throws {PortalError} AUTHORISATION_CLIENT_UNKNOWN, AUTHORISATION_REDIRECT_UNKNOWN, AUTHORISATION_REQUEST_INVALID,
 *   AUTHORISATION_EXPIRED (of a pushed request)
 */
export async function checkRequest(
  needs: CheckRequest,
  asked: AskedFor & { readonly request_uri?: string },
): Promise<CheckedRequest> {
  const client = await requireClient(needs, asked.client_id)
  const createdAt = needs.now()
  const wish = readWish(client, await findAsked(needs, asked, createdAt))
  const redirectUri = requireRedirect(client, wish.redirectUri ?? undefined)
  const id = randomUUID()
  const expiresAt = new Date(createdAt.getTime() + ASKED_MS)
  await needs.store.insert({ ...wish, id, createdAt, expiresAt })
  return {
    id,
    client,
    grant: { ...wish, redirectUri, expiresAt },
    signatures: wish.hashes.length + wish.further,
    refusedUrl: answerAddress(
      { ...wish, redirectUri },
      { error: 'access_denied', error_description: 'The person has refused' },
    ),
  }
}

/** @throws {PortalError} AUTHORISATION_CLIENT_UNKNOWN */
async function requireClient({ clients }: Pick<CheckRequest, 'clients'>, id: string): Promise<CallingClient> {
  const client = await clients.find(id)
  if (client) return client
  throw new PortalError('AUTHORISATION_CLIENT_UNKNOWN', 'This server does not know the application')
}

/** What was pushed before counts in place of what the address says, which anybody may have changed. */
async function findAsked(
  { pushed }: CheckRequest,
  asked: AskedFor & { readonly request_uri?: string },
  at: Date,
): Promise<AskedFor> {
  if (asked.request_uri === undefined) return asked
  const request = await pushed.find(asked.request_uri, asked.client_id, at)
  if (!request) throw new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over')
  return request as unknown as AskedFor
}
