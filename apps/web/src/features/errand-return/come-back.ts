import { api } from '../../shared/api/api.ts'
import { nameTransaction } from '../../shared/session/errand.ts'
import { restoreSession } from '../../shared/session/tabs/copied-session.ts'
import { readSession, sessionIdentity, sessionToken } from '../../shared/session/session-store.ts'
import { storedTheme } from '../../shared/theme/theme.ts'
import { applyPortalTheme } from '../../shared/theme/apply-theme.ts'

/** The address does not say what has come back. */
export class ReturnRefused extends Error {
  override readonly name = 'ReturnRefused'
  readonly missing: 'transaction' | 'token'

  constructor(missing: 'transaction' | 'token') {
    super(`The address names no ${missing}`)
    this.missing = missing
  }
}

/** Where the way back leads on to. */
export interface ReturnPlace {
  readonly address: string
  /** On the log-in: where the person goes on afterwards. */
  readonly wanted?: string
}

/** @throws {ReturnRefused} */
function transactionOf(search: string): string {
  const transactionId = new URLSearchParams(search).get('transactionid')
  if (!transactionId) throw new ReturnRefused('transaction')
  return transactionId
}

/** Takes back the session, where it was copied for this return. */
async function takeBack(secret: string): Promise<void> {
  if (await restoreSession(secret)) applyPortalTheme(storedTheme())
}

/** Somebody without a session logs in first: the browser may be another one than that in which it began. */
const placeFor = (address: string): ReturnPlace =>
  sessionToken() === null ? { address: '/', wanted: address } : { address }

const withId = (path: string, transactionId: string) => `${path}transactionid=${encodeURIComponent(transactionId)}`

/**
 * /ivsign-auth: the person has proved themselves at Ivnosys, which authorises their account here.
 * @throws {ReturnRefused} {ApiError} {NetworkError}
 */
export async function returnToAuthorise(search: string): Promise<ReturnPlace> {
  const transactionId = transactionOf(search)
  await takeBack(transactionId)
  const identity = sessionIdentity()
  if (identity === null) return placeFor(withId('/ivsign-auth?', transactionId))
  await api.authoriseTransaction({ params: { id: identity.sub }, body: { TransactionGuid: transactionId } })
  return { address: '/certificates?ivnosysAuthorization=true' }
}

/**
 * /account-return: the person has logged in on the page of a provider of OAuth 2.0, or has refused to.
 * @throws {ReturnRefused} {ApiError} {NetworkError}
 */
export async function returnToLink(search: string): Promise<ReturnPlace> {
  const parameters = new URLSearchParams(search)
  const [TransactionGuid, Code] = [parameters.get('state'), parameters.get('code') ?? undefined]
  if (!TransactionGuid) throw new ReturnRefused('transaction')
  const identity = sessionIdentity()
  if (identity === null) return placeFor(`/account-return?${parameters.toString()}`)
  const { CertType } = await api.returnToAccount({ params: { id: identity.sub }, body: { TransactionGuid, Code } })
  return { address: `/certificates?authorised=${encodeURIComponent(CertType)}` }
}

/**
 * /ivsign-login-sign: the person has logged in at Ivnosys, and the signature can begin. The token has left the address
 * when the page was opened, and waits in the session.
 * @throws {ReturnRefused}
 */
export async function returnToBegin(search: string): Promise<ReturnPlace> {
  const transactionId = transactionOf(search)
  const token = readSession('errandToken')
  if (!token) throw new ReturnRefused('token')
  await takeBack(token)
  nameTransaction(transactionId)
  return placeFor(withId('/documents?ivnosysPreSignAuth=true&', transactionId))
}

/**
 * /ivsign-sign: the person has authorised the signature at Ivnosys.
 * @throws {ReturnRefused}
 */
export async function returnToSign(search: string): Promise<ReturnPlace> {
  const transactionId = transactionOf(search)
  await takeBack(transactionId)
  return placeFor(withId('/documents?ivnosysInitSign=true&', transactionId))
}
