import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '@rubrica/contract'
import { isFromProgram } from './answer-errors.ts'
import { addressOf, limitPrograms, rateLimited, WINDOW_MS, type ProgramRates } from './limit-programs.ts'
import { openLimits, type CountTogether, type KeyOf } from './limit-together.ts'

/** Requests per minute. */
export interface RateLimits extends ProgramRates {
  readonly loginsPerAddress: number
  readonly loginsPerUser: number
  /** Of strangers, for each address. */
  readonly filesVerified: number
  readonly codesLookedUp: number
}

/**
 * Calls that cost much, such as a text message, that somebody who found an open session would make, or that try a
 * password or a code, which must not be guessed through us at a provider: as few as log-ins for each person. Those of
 * one name are counted together.
 */
const COSTLY_CALLS: Readonly<Partial<Record<string, string>>> = {
  createPersonalKey: 'personal-key',
  renewToken: 'renewal',
  userToken: 'user-token',
  recoverPassword: 'recovery',
  setPassword: 'password',
  makeAccount: 'account-of-guest',
  updateUser: 'profile',
  putSignatureImage: 'profile',
  askFactor: 'factor',
  confirmFactor: 'factor',
  beginTotp: 'factor',
  addTotp: 'factor',
  beginPasskey: 'factor',
  addPasskey: 'factor',
  makeRecoveryCodes: 'factor',
  sendEmailCode: 'code',
  proveEmail: 'code',
  authoriseAccount: 'account',
  authoriseRemoteSignature: 'account',
  synchroniseAccount: 'list',
  requestCode: 'code',
  sendCertificateCode: 'code',
  sendRemoteSignatureCode: 'code',
  openCertificateSession: 'session',
  openRemoteSession: 'session',
  authoriseRun: 'session',
  initSign: 'errand',
  loginBeforeSign: 'errand',
  completeSign: 'errand-pin',
  authoriseTransaction: 'return',
  returnToAccount: 'return',
  requestSwisscom: 'consent',
  requestSwisscomHash: 'consent',
} satisfies Partial<Record<CallName, string>>

/** Ways in that name nobody yet: they share what one address may try with passwords. */
const WAYS_IN: readonly string[] = [
  'loginAddress',
  'loginCode',
  'walletCode',
  'samlAddress',
  'samlConsume',
  'samlLogout',
  'samlLogoutForm',
  'samlTicket',
  'askPasskey',
  'passkeyLogin',
  'checkAuthorisation',
  'sendInvitationCode',
  'proveInvitation',
  'askInvitationAgain',
  'openSigningLink',
] satisfies CallName[]

/** What strangers may have done with whole files. */
const WITH_FILES: readonly string[] = ['verifyFile', 'reportFile'] satisfies CallName[]
const PAGES_OF_FILES = 'verifiedPage' satisfies CallName
/** Pictures of pages for each file. */
const PAGES_FOR_EACH = 10
const LOOK_UPS: readonly string[] = ['lookUpFile', 'lookUpCode', 'fetchByCode'] satisfies CallName[]
/** Calls of strangers who look after the log: they leave most of what an address may call to the people behind it. */
const OF_WITNESSES: readonly string[] = ['auditHeads', 'newestAuditHead', 'auditConsistency'] satisfies CallName[]
const SHARE_OF_WITNESSES = 0.1

/** Sends a browser on to the authorisation page; what its address cannot hold is kept meanwhile. */
export const TO_THE_PAGE = 'oauth2/authorize'

/** Calls with a password and the name of whose it is. */
const WITH_PASSWORD: readonly string[] = ['token', 'authorisationCode'] satisfies CallName[]

/**
 * Slows down who asks too often: generous in general, for each process by itself; strict where passwords are tried or
 * much is asked for, for all of them together.
 */
export async function limitRates(
  app: FastifyInstance,
  limits: RateLimits,
  countTogether: CountTogether,
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: limits.callsPerAddress,
    timeWindow: WINDOW_MS,
    keyGenerator: addressOf,
    allowList: (request) => request.url.startsWith('/health/') || request.url === '/metrics' || isFromProgram(request),
    errorResponseBuilder: (_request, { ttl }) => rateLimited(ttl),
  })
  limitPrograms(app, limits)
  const open = openLimits(app, countTogether)
  const openLimit = (name: string, max: number, keyOf: KeyOf = addressOf) =>
    open({ name, max, keyOf, windowMs: WINDOW_MS })
  const perAddress = openLimit('way-in', limits.loginsPerAddress)
  const perVisitor = openLimit('visit', limits.loginsPerAddress)
  const perUser = openLimit('name', limits.loginsPerUser, nameOf)
  const perPerson = openLimit('costly', limits.loginsPerUser, costlyKeyOf)
  const ofFiles = openLimit('files', limits.filesVerified, callAndAddressOf)
  const ofPages = openLimit('pages', limits.filesVerified * PAGES_FOR_EACH, callAndAddressOf)
  const ofLookUps = openLimit('look-ups', limits.codesLookedUp, callAndAddressOf)
  const perWitness = openLimit('witness', Math.ceil(limits.callsPerAddress * SHARE_OF_WITNESSES))
  const limitsOf = (call = '') => {
    if (WITH_FILES.includes(call)) return [ofFiles]
    if (call === PAGES_OF_FILES) return [ofPages]
    if (LOOK_UPS.includes(call)) return [ofLookUps]
    if (WITH_PASSWORD.includes(call)) return [perAddress, perUser]
    if (WAYS_IN.includes(call)) return [perAddress]
    if (OF_WITNESSES.includes(call)) return [perWitness]
    if (call === TO_THE_PAGE) return [perVisitor]
    if (call === 'recoverPassword') return [perAddress, perPerson]
    return COSTLY_CALLS[call] === undefined ? [] : [perPerson]
  }
  app.addHook('preHandler', async (request, reply) => {
    if (isAskedAgain(request) || isCodeExchange(request)) return
    for (const limit of limitsOf(request.routeOptions.config.call)) {
      const waitMs = await limit(request)
      if (waitMs !== undefined) {
        void reply.header('retry-after', Math.ceil(waitMs / 1000))
        throw rateLimited(waitMs)
      }
    }
  })
}

/** For each address, counted for each call by itself. */
const callAndAddressOf = (request: FastifyRequest) => `${request.routeOptions.config.call}:${addressOf(request)}`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call of the contract that the route serves, or of what else is limited. */
    call?: string
  }
}

/** Who wants a token: the person named in the body, or the program that proved itself already. */
function nameOf({ body, caller }: FastifyRequest): string {
  const client = caller && 'client' in caller ? caller.client : undefined
  return client ? `client:${client.id}` : `user:${nameIn(body, 'username')}`
}

function costlyKeyOf(request: FastifyRequest): string {
  return `${COSTLY_CALLS[request.routeOptions.config.call ?? '']}:${whomIn(request)}`
}

/** Whom a call is about: who makes it, the name that a recovery is for, or the person whom a program logs in. */
function whomIn({ body, caller }: FastifyRequest): string {
  if (caller && 'clientId' in caller) return `${caller.clientId}:${nameIn(body, 'userId')}`
  if (!caller || !('userId' in caller)) return 'nobody'
  const recovery = 'recovery' in caller ? caller.recovery : undefined
  return recovery?.may === 'ask' ? recovery.loginName.trim().toLowerCase() : caller.userId
}

/** Whether the phone was answered is asked every few seconds, and tries nothing. */
function isAskedAgain({ body, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.call === 'openRemoteSession') return nameIn(body, 'SessionId') !== ''
  return config.call === 'completeSign' && nameIn(body, 'PIN') === ''
}

/** A code is no password: nobody guesses it, and one application may exchange those of many people. */
function isCodeExchange({ body, caller, routeOptions }: FastifyRequest): boolean {
  const isProgram = caller !== undefined && 'client' in caller && caller.client !== undefined
  const isExchange = routeOptions.config.call === 'token' && nameIn(body, 'grant_type') === 'authorization_code'
  return isProgram && isExchange
}

function nameIn(body: FastifyRequest['body'], field: string): string {
  const name: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return typeof name === 'string' ? name.slice(0, 255).trim().toLowerCase() : ''
}
