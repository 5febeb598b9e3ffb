/**
 * The service's own log-in: OAuth 2.0's authorization code (8.3 of version 1.0.4, 8.4 of version 2) with PKCE, the
 * exchange of refresh tokens and their revocation, for the one client that the service knows; and that client's own,
 * by its credentials.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../desk/choose-language.ts'
import { renderChoice } from '../../desk/render-choice.ts'
import { sendPage } from '../../desk/send-page.ts'
import { isOnThisMachine, PORTALS } from '../../logins/accept-return-address.ts'
import { createTokens } from '../keep-tokens.ts'
import { readText } from '../read-body.ts'
import { CSC_USERS, SEALING_CLIENT } from './csc-credentials.ts'
import { CscError, invalidRequest } from './csc-error.ts'
import type { Csc } from './open-csc.ts'

/** What the service knows a portal by. */
export const CSC_CLIENT = { clientId: 'rubrica', clientSecret: 'sandbox-csc-client-secret' } as const

const CODE_LIFE = 60_000
const TOKENS = { token: '/csc/oauth2/token', revoke: '/csc/oauth2/revoke' } as const

/** What somebody has agreed to, until the portal asks for it. */
interface Consent {
  readonly user: string
  readonly challenge: string
  readonly redirectUri: string
}

type AskRequest = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>

export function addOAuthRoutes(app: FastifyInstance, csc: Csc): void {
  const consents = createTokens<Consent>(csc.desk.clock)
  csc.desk.onReset(() => consents.clear())
  const fault = (operation: string) => ({ config: { fault: { service: 'csc' as const, operation } } })

  app.get('/csc/oauth2/authorize', fault('oauth2/authorize'), (request: AskRequest, reply) => {
    const { redirectUri } = readWish(request)
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const html = renderChoice({ provider: 'TrustPRO', returnAddress: redirectUri, language })
    return sendPage(reply.header('cache-control', 'no-store'), { language, html, formTargets: PORTALS })
  })
  app.post('/csc/oauth2/authorize', (request: AskRequest, reply) => {
    const { redirectUri, challenge, state } = readWish(request)
    const user = readText(request.body, 'account')
    const address = new URL(redirectUri)
    if (state !== '') address.searchParams.set('state', state)
    if (CSC_USERS.includes(user)) {
      address.searchParams.set('code', consents.issue({ user, challenge, redirectUri }, CODE_LIFE))
    } else address.searchParams.set('error', 'access_denied')
    return reply.redirect(address.href, 303)
  })
  app.post(TOKENS.token, fault('oauth2/token'), ({ body }) => {
    requireClient(body)
    return { ...answerGrant(body), token_type: 'Bearer' }
  })
  app.post(TOKENS.revoke, fault('oauth2/revoke'), async ({ body }, reply) => {
    requireClient(body)
    csc.logIns.forget(readText(body, 'token'))
    return reply.code(200).send()
  })

  const answerGrant = (body: unknown) => {
    const grant = readText(body, 'grant_type')
    if (grant === 'refresh_token') return renew(csc, body)
    return grant === 'client_credentials' ? csc.logIns.openForClient(SEALING_CLIENT) : redeem(body)
  }
  const redeem = (body: unknown) => {
    const code = readText(body, 'code')
    const consent = consents.find(code)
    consents.drop(code)
    const proof = createHash('sha256').update(readText(body, 'code_verifier')).digest('base64url')
    const isGood = consent?.challenge === proof && consent.redirectUri === readText(body, 'redirect_uri')
    if (!isGood) throw new CscError(400, 'invalid_grant', 'The code is not valid')
    return csc.logIns.open(consent.user)
  }
}

function renew({ logIns }: Csc, body: unknown) {
  try {
    return logIns.logIn(undefined, { refresh_token: readText(body, 'refresh_token') })
  } catch (error) {
    if (error instanceof CscError) throw new CscError(400, 'invalid_grant', 'The refresh token is not valid')
    throw error
  }
}

/** What the portal asks for. Throws CscError: an address that is not a portal's is never led to. */
function readWish({ query }: AskRequest): Omit<Consent, 'user'> & { readonly state: string } {
  const redirectUri = readText(query, 'redirect_uri')
  const challenge = readText(query, 'code_challenge')
  const isOfClient = readText(query, 'client_id') === CSC_CLIENT.clientId && isOnThisMachine(redirectUri)
  if (!isOfClient) throw invalidRequest('Unknown client or redirect_uri')
  const isAsAgreed = readText(query, 'response_type') === 'code' && readText(query, 'scope') === 'service'
  if (!isAsAgreed || challenge === '' || readText(query, 'code_challenge_method') !== 'S256') {
    throw invalidRequest('A code of the scope "service" is given with S256 alone')
  }
  return { redirectUri, challenge, state: readText(query, 'state') }
}

function requireClient(body: unknown): void {
  const secret = Buffer.from(readText(body, 'client_secret'))
  const own = Buffer.from(CSC_CLIENT.clientSecret)
  const isOwn = secret.length === own.length && timingSafeEqual(secret, own)
  if (readText(body, 'client_id') === CSC_CLIENT.clientId && isOwn) return
  throw new CscError(401, 'invalid_client', 'The client is not known')
}
