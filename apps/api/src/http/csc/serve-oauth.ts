/** The OAuth 2.0 endpoints of the CSC API (1.0.4.0 8.3, 2.0.0.2 8.4; RFC 6749, 7009, 7636, 9126). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '@rubrica/domain'
import { answerAddress } from '../../modules/grants/answer-address.ts'
import { exchangeCode } from '../../modules/grants/exchange-code.ts'
import { readWish, requireRedirect, type AskedFor } from '../../modules/grants/read-wish.ts'
import { TO_THE_PAGE } from '../limit-rates.ts'
import { CscError, invalidRequest } from './csc-error.ts'
import type { CscPorts } from './csc-ports.ts'
import type { CscVersion } from './csc-version.ts'
import { describeAuthorisationServer } from './describe-service.ts'
import { pick, readAsked, readFields, type Fields } from './read-fields.ts'

const PAGE = '/signhash/cms'
const PUSHED_SECONDS = 600
/** A longer address is one that some proxy cuts. */
const LONGEST_ADDRESS = 4000
const NOT_KEPT = { 'cache-control': 'no-store', pragma: 'no-cache' }

export function serveOauth(app: FastifyInstance, ports: CscPorts, version: CscVersion): void {
  const config = { call: TO_THE_PAGE }
  app.get('/oauth2/authorize', { config }, (request, reply) => authorise({ ports, version }, request.query, reply))
  app.post('/oauth2/authorize', { config }, (request, reply) => authorise({ ports, version }, request.body, reply))
  app.post('/oauth2/token', async (request, reply) =>
    reply.headers(NOT_KEPT).send(await giveToken(ports, version, request)),
  )
  app.post('/oauth2/revoke', async (request, reply) => {
    const fields = readFields(request.body)
    const clientId = await requireClient(ports, request, fields)
    if (fields['token'] === undefined) throw invalidRequest('Missing (or invalid type) string parameter token')
    await ports.store.endBySecret(fields['token'], clientId)
    return reply.headers(NOT_KEPT).code(204).send()
  })
  if (version.id === 'v1') return
  app.post('/oauth2/pushed_authorize', async (request, reply) => {
    return reply
      .headers(NOT_KEPT)
      .code(201)
      .send(await push({ ports, version }, request))
  })
  app.get('/.well-known/oauth-authorization-server', () => describeAuthorisationServer(ports, version))
}

interface Endpoint {
  readonly ports: CscPorts
  readonly version: CscVersion
}

/** To the page; the error of a known application goes back to it (RFC 6749 §4.1.2.1). */
async function authorise({ ports, version }: Endpoint, source: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const fields = readFields(source)
  const known = await findKnown(ports, fields)
  // The page says what is wrong, and leads nowhere.
  if (!known) return reply.redirect(pageAddress(ports, pick(fields, ['response_type', 'client_id', 'redirect_uri'])))
  try {
    const asked = known.pushed ?? readAsked(fields, version)
    readWish(known.client, asked)
    requireChallenge(asked, version)
    const address = await addressFor(ports, { fields, asked, redirectUri: known.redirectUri })
    return await reply.headers(NOT_KEPT).redirect(address)
  } catch (error) {
    const answer = { redirectUri: known.redirectUri, state: known.state }
    return reply.redirect(answerAddress(answer, toRedirectParameters(error)))
  }
}

async function findKnown(ports: CscPorts, fields: Fields) {
  const client = await ports.clients.find(fields['client_id'] ?? '')
  if (!client) return undefined
  const name = fields['request_uri']
  const pushed = name === undefined ? undefined : await ports.pushed.find(name, client.id, ports.now())
  if (name !== undefined && !pushed) return undefined
  try {
    const asked = (pushed ?? fields) as Fields
    const redirectUri = requireRedirect(client, asked['redirect_uri'])
    const state = (asked['state']?.length ?? 0) > 1024 ? null : (asked['state'] ?? null)
    return { client, redirectUri, state, pushed: pushed as AskedFor | undefined }
  } catch {
    return undefined
  }
}

/** RFC 7636 is part of version 2. */
function requireChallenge(asked: AskedFor, version: CscVersion): void {
  if (version.id === 'v2' && asked.code_challenge === undefined) throw invalidRequest('A code_challenge is required')
}

function toRedirectParameters(error: unknown): Record<string, string> {
  const { error: word, message } = explain(error)
  return { error: word, error_description: message }
}

function explain(error: unknown): { readonly error: string; readonly message: string } {
  if (error instanceof CscError) return error
  if (!(error instanceof PortalError)) throw error
  const named = error.facts['Error']
  return { error: typeof named === 'string' ? named : 'invalid_request', message: error.message }
}

interface PageRequest {
  readonly fields: Fields
  readonly asked: AskedFor
  readonly redirectUri: string
}

/** What is too long for an address, or does not name the one to go back to, is kept here meanwhile. */
async function addressFor(ports: CscPorts, { fields, asked, redirectUri }: PageRequest): Promise<string> {
  const lang = pick(fields, ['lang'])
  const whole = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const address = pageAddress(ports, { ...whole, ...lang })
  const isWhole = asked.redirect_uri !== undefined && address.length <= LONGEST_ADDRESS
  if (isWhole && fields['request_uri'] === undefined) return address
  const request_uri = fields['request_uri'] ?? (await keep(ports, asked))
  const kept = pick(whole, ['response_type', 'client_id', 'scope', 'state'])
  return pageAddress(ports, { ...kept, redirect_uri: redirectUri, ...lang, request_uri })
}

const pageAddress = ({ portalEntry }: CscPorts, fields: Fields) => portalEntry(PAGE, fields)

const keep = ({ pushed, now }: CscPorts, asked: AskedFor): Promise<string> =>
  pushed.insert({
    clientId: asked.client_id,
    asked: { ...asked },
    expiresAt: new Date(now().getTime() + PUSHED_SECONDS * 1000),
  })

/** RFC 9126 §2. */
async function push({ ports, version }: Endpoint, request: FastifyRequest) {
  const fields = readFields(request.body)
  const clientId = await requireClient(ports, request, fields)
  const client = await ports.clients.find(clientId)
  if (!client) throw unauthorised()
  if (fields['request_uri'] !== undefined) throw invalidRequest('A pushed request names no other')
  const asked = readAsked({ ...fields, client_id: clientId }, version)
  readWish(client, asked)
  requireChallenge(asked, version)
  return { request_uri: await keep(ports, asked), expires_in: PUSHED_SECONDS }
}

async function giveToken(ports: CscPorts, version: CscVersion, request: FastifyRequest) {
  const fields = readFields(request.body)
  const clientId = await requireClient(ports, request, fields)
  if (fields['grant_type'] === undefined) throw invalidRequest('Missing (or invalid type) string parameter grant_type')
  if (fields['grant_type'] !== 'authorization_code') {
    throw new CscError(400, 'unsupported_grant_type', 'The grant type is not authorization_code')
  }
  if (fields['code'] === undefined) throw invalidRequest('Missing (or invalid type) string parameter code')
  const granted = await exchangeCode(ports, {
    clientId,
    code: fields['code'],
    redirectUri: fields['redirect_uri'],
    verifier: fields['code_verifier'],
  })
  return {
    access_token: granted.token,
    token_type: version.id === 'v1' && granted.kind === 'credential' ? 'SAD' : 'Bearer',
    expires_in: granted.expiresInSeconds,
    scope: granted.kind,
    ...(granted.certificateId !== null && { credentialID: granted.certificateId }),
  }
}

/** By Basic credentials or by members of the form, not by both (RFC 6749 §2.3.1). */
async function requireClient(ports: CscPorts, { headers }: FastifyRequest, fields: Fields): Promise<string> {
  const basic = readBasic(headers.authorization)
  if (basic && fields['client_secret'] !== undefined) throw invalidRequest('The client proves itself twice')
  const { id, secret } = basic ?? { id: fields['client_id'], secret: fields['client_secret'] }
  if (id === undefined || secret === undefined || secret === '') throw unauthorised()
  if (fields['client_id'] !== undefined && fields['client_id'] !== id) throw unauthorised()
  const client = await ports.directory.authenticate(id, secret)
  if (!client?.scopes.includes('csc')) throw unauthorised()
  return client.id
}

const LONGEST_HEADER = 4096

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(header: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  if (header === undefined) return undefined
  const encoded = header.length > LONGEST_HEADER ? undefined : /^basic +([\w+/=-]+) *$/i.exec(header)?.[1]
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.includes('\0')) throw unauthorised()
  return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const unauthorised = () => new CscError(401, 'invalid_client', 'The client is unknown or its secret is not right')
