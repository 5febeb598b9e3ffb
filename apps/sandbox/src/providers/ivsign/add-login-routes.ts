import type { FastifyInstance } from 'fastify'
import { PROVIDER_PASSWORD } from '../provider-desk.ts'
import { readText } from '../read-body.ts'
import { KeymanError, succeed } from './keyman-error.ts'
import { findUser, KEYMAN_ORGANISATION, KEYMAN_PATH } from './keyman-users.ts'
import { authenticate, knownUser, tokenOf, type Keyman } from './open-keyman.ts'

const SESSION_LIFE = 8 * 3600_000
const HALFWAY_LIFE = 10 * 60_000

const at = (operation: string) => ({ config: { fault: { service: 'ivnosys', operation } } }) as const

/** `auth/…`: log-in with a password, and what follows a second factor. */
export function addLoginRoutes(app: FastifyInstance, keyman: Keyman): void {
  app.post(`${KEYMAN_PATH}/auth/login`, at('login'), async ({ body }) => {
    const [orgaid, login, pass] = ['orgaid', 'login', 'pass'].map((name) => readText(body, name))
    if (!orgaid || !login || !pass || readText(body, 'authmethod') !== 'PASS') throw new KeymanError('request')
    if (keyman.passwordTries.isLocked(login)) throw new KeymanError('userLocked')
    const user = findUser(login)
    if (orgaid !== KEYMAN_ORGANISATION || user === undefined || pass !== PROVIDER_PASSWORD) {
      keyman.passwordTries.fail(login)
      throw new KeymanError('credentials')
    }
    keyman.passwordTries.succeed(login)
    if (!user.hasSecondFactor) return grant(keyman, user.id)
    return succeed({ token: keyman.halfway.issue(user.id, HALFWAY_LIFE), userid: user.id, validated: false })
  })
  app.post(`${KEYMAN_PATH}/auth/loginToken`, at('loginToken'), async ({ body }) => {
    const [orgaid, ticket] = ['orgaid', 'token'].map((name) => readText(body, name))
    if (!orgaid || !ticket) throw new KeymanError('request')
    const id = keyman.tickets.find(ticket)
    if (orgaid !== KEYMAN_ORGANISATION || id === undefined) throw new KeymanError('token')
    const { provenBy } = keyman.transactions.approved(id)
    // A ticket is good for one log-in.
    keyman.tickets.drop(ticket)
    return grant(keyman, provenBy)
  })
  app.post(`${KEYMAN_PATH}/auth/check`, at('check'), async (request) => {
    const id = readText(request.body, 'transactionid')
    if (id !== '') return tellTransaction(keyman, id, request.fault?.kind)
    const half = keyman.halfway.find(tokenOf(request))
    if (half !== undefined) return succeed({ userid: half, validated: false })
    return succeed({ userid: authenticate(keyman, request).id, validated: true })
  })
  app.post(`${KEYMAN_PATH}/auth/checkValidation`, at('checkValidation'), async ({ body }) => {
    const [id = '', code = ''] = ['transactionid', 'code'].map((name) => readText(body, name))
    if (!id || !code) throw new KeymanError('request')
    const transaction = keyman.transactions.look(id)
    if (transaction === undefined) throw new KeymanError('transaction')
    if (transaction.state === 'PENDING') {
      if (keyman.codes.use(id, code) !== 'right') throw new KeymanError('code')
      keyman.transactions.decide(transaction, 'APPROVED')
    }
    return tellTransaction(keyman, id)
  })
}

function grant(keyman: Keyman, id: string) {
  return succeed({ token: keyman.sessions.issue(id, SESSION_LIFE), userid: knownUser(id).id, validated: true })
}

/** How far somebody has come, and who they are. */
function tellTransaction(keyman: Keyman, id: string, fault?: string) {
  const transaction = keyman.transactions.look(id)
  if (transaction === undefined) throw new KeymanError('transaction')
  if (transaction.state === 'PENDING' && fault === 'person-refused') transaction.state = 'DENIED'
  if (transaction.state === 'PENDING' && fault === 'person-late') transaction.state = 'EXPIRED'
  const { operation, state, provenBy } = transaction
  return succeed({ transactionid: id, operation, state, ...(state === 'APPROVED' && { userid: provenBy }) })
}
