import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { ERRAND_MS, errandOver, type Errand } from '../errands.ts'
import { askAboutLogin, notLinked, type LinkAccount } from './link-account.ts'
import { requireProvider } from './require-provider.ts'
import { takeReturn, type TripData } from './take-return.ts'

/** What a log-in before a signature is about. */
export interface LoginOrder {
  readonly userId: string
  readonly certType: string
  readonly signerId: string
  readonly documentId: string
  readonly certificateId: string
}

export interface BegunLogin {
  readonly url: string
  /** Comes back with the person; only its hash is kept. */
  readonly token: string
}

export interface FinishedLogin extends Omit<LoginOrder, 'documentId'> {
  readonly errandId: string
  readonly token: string
}

interface LoginData extends TripData {
  readonly tokenHash: string
}

const TOKEN_BYTES = 32
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Begins to prove anew who a person is, because the provider's proof has run out and they want to sign.
 * @returns where they go, and what comes back with them; the portal's own page when the proof is still good
 * @throws {PortalError} of requireProvider, PROVIDER_NOT_AUTHORISED, PROVIDER_…
 */
export async function beginLogin(needs: LinkAccount, order: LoginOrder): Promise<BegunLogin> {
  const { userId, signerId, documentId, certificateId } = order
  const provider = await requireProvider(needs, userId, order.certType)
  const { connector, manifest } = provider
  const { certType } = manifest
  if (!connector.relink) throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
  const account = await needs.accounts.find({ userId, provider: certType })
  if (!account) throw notLinked(manifest.label)
  const [id, token] = [randomUUID(), randomBytes(TOKEN_BYTES).toString('base64url')]
  const returnUrl = needs.returnPages.loggedIn(id, token)
  const outcome = await askAboutLogin(needs, { provider, userId }, () => connector.relink!(account, { returnUrl }))
  if (outcome.kind === 'choose' || outcome.kind === 'challenge') throw notLinked(manifest.label)
  const data: LoginData = { purpose: 'sign', state: outcome.state, tokenHash: hashOf(token).toString('base64') }
  const createdAt = needs.now()
  const isKept = await needs.errands.begin({
    ...{ id, userId, certType, signerId, documentId, certificateId, data, createdAt },
    purpose: 'login',
    baseRevision: null,
    state: 'awaiting_person',
    waitsFor: 'second-factor',
    expiresAt: new Date(createdAt.getTime() + ERRAND_MS),
  })
  if (!isKept) throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The log-in before is just being ended; try again')
  return { url: outcome.kind === 'redirect' ? outcome.url : returnUrl, token }
}

/**
 * Ends a log-in with which a person came back, once.
 * @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED, of requireProvider, PROVIDER_…
 */
export async function finishLogin(needs: LinkAccount, login: FinishedLogin): Promise<void> {
  const errand = await needs.errands.find(login.userId, login.errandId)
  if (!errand || !isMeant(errand, login)) throw errandOver()
  await takeReturn(needs, errand)
}

function isMeant(errand: Errand, login: FinishedLogin): boolean {
  const { purpose, certType, signerId, certificateId } = errand
  if (purpose !== 'login' || certType !== login.certType) return false
  if (signerId !== login.signerId || certificateId !== login.certificateId) return false
  const { tokenHash } = errand.data as LoginData
  return timingSafeEqual(Buffer.from(tokenHash, 'base64'), hashOf(login.token))
}
