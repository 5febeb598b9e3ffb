import { randomBytes } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Account } from '../sessions/ports.ts'
import type { SigningCertificate } from '../certificates/ports.ts'
import type { Log } from '../../ports/log.ts'
import { answerAddress } from './answer-address.ts'
import type { Grant, GrantStore } from './ports.ts'

export interface GiveCode {
  readonly store: GrantStore
  /** Whose password this is. Throws PortalError. */
  readonly provePassword: (credentials: { readonly username: string; readonly password: string }) => Promise<Account>
  /** For who has a second factor: by a session in which it was just shown. Throws PortalError. */
  readonly requireFactor: (userId: string, sessionToken: string | undefined) => Promise<void>
  /** The certificate that answers the application: it can sign, or has signed. Throws PortalError. */
  readonly findAnswering: (userId: string, certificateId: string) => Promise<SigningCertificate>
  readonly log: Log
  readonly now: () => Date
}

export interface CodeWish {
  readonly username: string
  readonly password: string
  /** `service`, or `vidmobilecert\` and a type of certificates. */
  readonly scope: string
  /** Of the person's session. */
  readonly sessionToken?: string | undefined
  readonly requestId?: string
  readonly openedKeyId?: string
}

export interface GivenCode {
  readonly code: string
  readonly expiresInSeconds: number
  /** Where the browser takes it. */
  readonly redirectUrl: string
}

const CODE_SECONDS = 60
const SECRET_BYTES = 32

/** A secret that nobody guesses: a code, a token. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/**
 * The code for an application, once the person has proved themselves again and, for a signature, opened a key.
 * @throws {PortalError} INVALID_CREDENTIALS, ACCOUNT_LOCKED, FACTOR_NEEDED, FACTOR_SETUP_NEEDED,
 *   PASSWORD_CHANGE_REQUIRED, AUTHORISATION_EXPIRED, AUTHORISATION_REQUEST_INVALID
 */
export async function giveCode(needs: GiveCode, wish: CodeWish): Promise<GivenCode> {
  const account = await needs.provePassword(wish)
  await needs.requireFactor(account.userId, wish.sessionToken)
  if (account.mustChangePassword) throw new PortalError('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first.')
  const found = await findAnswered(needs, wish, account)
  await requireScope(needs, wish, found)
  const code = makeSecret()
  const key = found.sealedKey && (await needs.store.openKey(found, wish.openedKeyId!))
  const isGiven = await needs.store
    .advance(
      { id: found.id, phase: found.phase, ...(wish.openedKeyId !== undefined && key && { secret: wish.openedKeyId }) },
      {
        phase: 'coded',
        expiresAt: new Date(needs.now().getTime() + CODE_SECONDS * 1000),
        userId: account.userId,
        tokenGeneration: account.tokenGeneration,
        secret: code,
        isCode: true,
        ...(key && { key }),
      },
    )
    .finally(() => key?.fill(0))
  if (!isGiven) throw over()
  logGiven(needs, found, account)
  const redirectUrl = answerAddress({ ...found, redirectUri: found.redirectUri! }, { code })
  return { code, expiresInSeconds: CODE_SECONDS, redirectUrl }
}

function logGiven({ log }: GiveCode, found: Grant, { userId }: Account): void {
  const { kind, clientId, certificateId, hashes, further } = found
  const facts = { userId, clientId, kind, certificateId, documents: hashes.length + further }
  log.info(facts, 'A person allowed an application what it asked for.')
}

async function findAnswered(
  { store, now }: GiveCode,
  { requestId, openedKeyId }: CodeWish,
  { userId }: Account,
): Promise<Grant> {
  const found =
    openedKeyId === undefined
      ? requestId && (await store.find(requestId, now()))
      : await store.findBySecret(openedKeyId, now())
  if (!found || found.redirectUri === null || (requestId !== undefined && found.id !== requestId)) throw over()
  const isReady =
    found.kind === 'service' ? found.phase === 'asked' : found.phase === 'opened' && found.userId === userId
  if (!isReady || (found.kind === 'credential' && openedKeyId === undefined)) throw over()
  return found
}

async function requireScope({ findAnswering }: GiveCode, { scope }: CodeWish, found: Grant): Promise<void> {
  const wanted =
    found.kind === 'service'
      ? 'service'
      : `vidmobilecert\\${(await findAnswering(found.userId!, found.certificateId!)).type}`
  if (scope.toLowerCase() === wanted.toLowerCase()) return
  throw new PortalError('AUTHORISATION_REQUEST_INVALID', `The scope must be ${wanted}`)
}

const over = () => new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over; begin again there')
