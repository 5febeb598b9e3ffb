import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../desk/choose-language.ts'
import { isOnThisMachine } from '../../logins/accept-return-address.ts'
import { readText } from '../read-body.ts'
import type { Operation, Transaction, TransactionPlan } from './keep-transactions.ts'
import { KeymanError, succeed } from './keyman-error.ts'
import { findUser, KEYMAN_ORGANISATION, KEYMAN_PATH, MFA_PATH, type KeymanUser } from './keyman-users.ts'
import { authenticate, knownUser, tokenOf, type Keyman } from './open-keyman.ts'
import { findCertificate, readDigests } from './read-signing.ts'

const TICKET_LIFE = 10 * 60_000
const LONGEST_DESCRIPTION = 500

/** `auth/mfaBegin`, a reconstruction: somebody shall prove who they are, for a log-in or for a signature. */
export function addTransactionRoute(app: FastifyInstance, keyman: Keyman): void {
  const config = { fault: { service: 'ivnosys', operation: 'mfaBegin' } } as const
  app.post(`${KEYMAN_PATH}/auth/mfaBegin`, { config }, async (request) => {
    const operation = readText(request.body, 'operation')
    if (operation === 'sign') return beginSignature(keyman, request)
    if (operation === 'login') return beginLogin(keyman, request, { operation, user: halfwayUser(keyman, request) })
    if (operation === 'relogin') return beginLogin(keyman, request, { operation, user: namedUser(request.body) })
    throw new KeymanError('request')
  })
}

/** Whose password was right a moment ago. */
function halfwayUser(keyman: Keyman, request: FastifyRequest): KeymanUser {
  const found = keyman.halfway.look(tokenOf(request))
  if (found.state !== 'valid') throw new KeymanError(found.state === 'expired' ? 'tokenExpired' : 'token')
  return knownUser(found.value)
}

/** Somebody whose log-in has ended and who comes without a password. */
function namedUser(body: unknown): KeymanUser {
  const user = findUser(readText(body, 'login'))
  if (readText(body, 'orgaid') !== KEYMAN_ORGANISATION || user === undefined) throw new KeymanError('credentials')
  return user
}

interface LoginStart {
  readonly operation: Operation
  readonly user: KeymanUser
}

function beginLogin(keyman: Keyman, { body }: FastifyRequest, { operation, user }: LoginStart) {
  const isByCode = readText(body, 'authtype') === 'CODE'
  const plan = readPlan(body, { operation, user: user.id, authType: isByCode ? 'CODE' : 'REDIRECT' })
  const transaction = keyman.transactions.begin(plan)
  if (isByCode) {
    const text = (code: string): string => `SANDBOX Ivnosys: your code is ${code}.`
    keyman.codes.send(transaction.id, { to: user.person.phone, text })
  }
  const ticket = keyman.tickets.issue(transaction.id, TICKET_LIFE)
  return succeed({ ...describe(keyman, transaction, body), token: ticket })
}

function beginSignature(keyman: Keyman, request: FastifyRequest) {
  const { body } = request
  const user = authenticate(keyman, request)
  const { certid, authType } = findCertificate(user, body)
  const { digests } = readDigests(body)
  if (authType === 'PIN') return succeed({ authtype: authType })
  const plan = readPlan(body, { operation: 'sign', user: user.id, authType })
  const text = `SANDBOX Ivnosys: ${plan.description || certid} (${digests.length})`
  const push = authType === 'MOBILE' ? keyman.desk.phone.push({ provider: 'Ivnosys', text }) : undefined
  const hex = digests.map((digest) => digest.toString('hex'))
  const transaction = keyman.transactions.begin({ ...plan, digests: hex, certid, pushId: push?.id })
  return succeed(describe(keyman, transaction, body))
}

function readPlan(body: unknown, known: Pick<TransactionPlan, 'operation' | 'user' | 'authType'>): TransactionPlan {
  const returnUrl = readText(body, 'returnurl')
  const description = readText(body, 'description').slice(0, LONGEST_DESCRIPTION)
  if (known.authType === 'REDIRECT' && !isOnThisMachine(returnUrl)) throw new KeymanError('returnAddress')
  return { ...known, returnUrl, description, digests: [] }
}

function describe({ desk }: Keyman, { id, authType }: Transaction, body: unknown) {
  const language = readText(body, 'language')
  const page = `${desk.url}${MFA_PATH}/${id}${language === '' ? '' : `?lang=${chooseLanguage(language, '')}`}`
  return { transactionid: id, authtype: authType, ...(authType === 'REDIRECT' && { redirecturl: page }) }
}
