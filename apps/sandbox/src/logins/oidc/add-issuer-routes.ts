import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { chooseLanguage } from '../../desk/choose-language.ts'
import { renderChoice } from '../../desk/render-choice.ts'
import { sendChoiceOver } from '../../desk/send-choice-over.ts'
import { sendPage } from '../../desk/send-page.ts'
import { PORTALS } from '../accept-return-address.ts'
import type { LoginDesk } from '../login-desk.ts'
import { ISSUER_PATHS, MICROSOFT_TENANT, OWN_ISSUER, type IssuerId } from '../describe-logins.ts'
import { findAccount, REFUSAL } from '../login-accounts.ts'
import { readText } from '../../providers/read-body.ts'
import { askProvider, pathOf } from './ask-provider.ts'
import { subjectOf } from './describe-person.ts'
import { CHOICE, DISCOVERY, ISSUER_ROUTES, openIssuer, sessionCookieOf } from './open-issuer.ts'
import { createIssuerMemory } from './remember-in-memory.ts'
import { spoilIdToken } from './spoil-id-token.ts'

const NAMES: Readonly<Record<IssuerId, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  wallet: 'Wallet',
  oidc: OWN_ISSUER.name,
}

type ChoiceRequest = FastifyRequest<{ Params: { uid: string }; Querystring: { lang?: unknown } }>

/** One issuer and its page for choosing an account. */
export function addIssuerRoutes(app: FastifyInstance, desk: LoginDesk, id: IssuerId): void {
  const path = ISSUER_PATHS[id]
  const open = rememberIssuer(desk, id)
  const forward = async (request: FastifyRequest, reply: FastifyReply) =>
    answerWith({ id, provider: await open() }, request, reply)
  const fault = (operation: string) => ({ config: { fault: { service: id, operation } } })
  app.get(`${path}${DISCOVERY}`, fault('discovery'), forward)
  app.get(`${path}${ISSUER_ROUTES.jwks}`, fault('keys'), forward)
  app.post(`${path}${ISSUER_ROUTES.token}`, fault('token'), async (request, reply) =>
    exchangeCode(request, reply, { desk, id, provider: await open() }),
  )
  app.get(`${path}${ISSUER_ROUTES.authorization}`, fault('authorization'), forward)
  app.get(`${path}${ISSUER_ROUTES.authorization}/:uid`, forward)
  app.get(`${path}${ISSUER_ROUTES.userinfo}`, fault('userinfo'), forward)
  app.get(`${path}${CHOICE}/:uid`, async (request: ChoiceRequest, reply) => {
    const language = languageOf(request)
    const params = await findChoice(await open(), request, reply)
    if (params === undefined) return sendChoiceOver(reply, language)
    const html = renderChoice({ provider: NAMES[id], returnAddress: String(params.redirect_uri), language })
    return sendPage(reply, { language, html, formTargets: PORTALS })
  })
  app.post(`${path}${CHOICE}/:uid`, async (request: ChoiceRequest, reply) => {
    const provider = await open()
    if (!(await findChoice(provider, request, reply))) return sendChoiceOver(reply, languageOf(request))
    const account = findAccount(readText(request.body, 'account'))
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: REFUSAL }
        : { login: { accountId: subjectOf(id, account), remember: false } }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  })
}

const languageOf = (request: ChoiceRequest) => chooseLanguage(request.query.lang, request.headers['accept-language'])

/** What the portal asked for; undefined once the choice was made, or has waited too long. */
async function findChoice(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return (await provider.interactionDetails(request.raw, reply.raw)).params
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined
    throw error
  }
}

function rememberIssuer(desk: LoginDesk, id: IssuerId): () => Promise<Provider> {
  const memory = createIssuerMemory()
  desk.onReset(() => memory.clear())
  let opening: Promise<Provider> | undefined
  const start = async (): Promise<Provider> =>
    openIssuer({ id, url: desk.url, client: desk.clients[id], identity: await desk.keys.open(id), memory })
  return () => (opening ??= start())
}

interface Exchange {
  readonly desk: LoginDesk
  readonly id: IssuerId
  readonly provider: Provider
}

/**
 * The token endpoint: takes forms and, as the wallet's service does, JSON; the client's secret in the body or as Basic.
 */
async function exchangeCode(request: FastifyRequest, reply: FastifyReply, { desk, id, provider }: Exchange) {
  const { fault } = request
  if (fault?.kind === 'used-code') return reply.code(400).send({ error: 'invalid_grant' })
  const form = new URLSearchParams(readForm(request.body))
  for (const [name, value] of readBasic(request.headers.authorization)) form.set(name, value)
  const answer = await askProvider(provider, {
    method: 'POST',
    url: ISSUER_ROUTES.token,
    headers: { host: request.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  const body = answer.json<Record<string, unknown>>()
  if (fault !== undefined && typeof body.id_token === 'string') {
    const [{ privateKey }, stranger] = await Promise.all([desk.keys.open(id), desk.keys.openStranger()])
    const { clientSecret } = desk.clients[id]
    body.id_token = spoilIdToken(body.id_token, fault, { privateKey, strangerKey: stranger.privateKey, clientSecret })
  }
  return reply.code(answer.statusCode).header('cache-control', 'no-store').send(body)
}

function readForm(body: unknown): [string, string][] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

/** Name and secret of RFC 6749 2.3.1, each form-encoded. */
function readBasic(header: string | undefined): [string, string][] {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return []
  const pair = new URLSearchParams(Buffer.from(encoded, 'base64').toString('utf8').replace(':', '='))
  return [...pair].slice(0, 1).flatMap(([name, secret]) => [
    ['client_id', name],
    ['client_secret', secret],
  ])
}

/** Has the library answer a request of ours. */
async function answerWith(
  { id, provider }: Pick<Exchange, 'id' | 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const answer = await askProvider(provider, {
    method: 'GET',
    url: request.url.slice(pathOf(provider).length),
    headers: { ...request.headers, cookie: forgetSession(request.headers.cookie, sessionCookieOf(id)) },
  })
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) reply.header(name, value)
  }
  return reply.code(answer.statusCode).send(answer.rawPayload)
}

/** Who has just logged in is asked again, and may be somebody else: a demo is about trying several people. */
const forgetSession = (cookies = '', name: string): string =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !cookie.startsWith(name))
    .join('; ')

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Microsoft's address for every tenant: its issuer is a template that the token's own tenant fills. */
export function addCommonDiscovery(app: FastifyInstance, url: string): void {
  const tenantPath = ISSUER_PATHS.microsoft
  app.get('/idp/microsoft/organizations/v2.0/.well-known/openid-configuration', async () => ({
    issuer: `${url}${tenantPath.replace(MICROSOFT_TENANT, '{tenantid}')}`,
    authorization_endpoint: `${url}${tenantPath}${ISSUER_ROUTES.authorization}`,
    token_endpoint: `${url}${tenantPath}${ISSUER_ROUTES.token}`,
    jwks_uri: `${url}${tenantPath}${ISSUER_ROUTES.jwks}`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  }))
}
