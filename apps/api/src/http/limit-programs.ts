/**
 * Slows down who calls below /v1 too often. Before it is known who calls, the call counts for the address; once it is,
 * for the caller alone: neither does a noisy program take the calls of others at its address, nor do those with wrong
 * tokens ever stop being counted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '@rubrica/domain'
import { readKey } from '../modules/personal-keys/key-form.ts'
import { isFromProgram } from './answer-errors.ts'
import { CallWindows, type CallStanding } from './call-window.ts'

export const WINDOW_MS = 60_000

/** Calls in a minute. */
export interface ProgramRates {
  readonly callsPerAddress: number
  /** Of one program, personal key or person below /v1. */
  readonly callsPerCaller: number
}

/** A caller whose connection is gone has no address any more; the type of Fastify does not say so. */
export const addressOf = ({ ip }: { ip: string | undefined }): string => ip ?? 'gone'

export const rateLimited = (ttlMs: number): PortalError =>
  new PortalError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', {
    facts: { RetryAfterSeconds: Math.ceil(ttlMs / 1000) },
  })

interface Told {
  readonly policy: 'address' | 'caller'
  readonly quota: number
  readonly standing: CallStanding
}

const told = new WeakMap<FastifyRequest, Told>()

export function limitPrograms(app: FastifyInstance, limits: ProgramRates): void {
  const addresses = new CallWindows(limits.callsPerAddress, WINDOW_MS)
  const callers = new CallWindows(limits.callsPerCaller, WINDOW_MS)
  const count = (request: FastifyRequest, policy: Told['policy'], key: string) => {
    const windows = policy === 'address' ? addresses : callers
    const standing = windows.take(key, performance.now())
    told.set(request, { policy, quota: windows.quota, standing })
    if (standing.isOver) throw rateLimited(standing.endsInMs)
  }
  app.addHook('onRequest', async (request) => {
    if (isFromProgram(request)) count(request, 'address', addressOf(request))
  })
  // The caller is known, and nothing of the body is read yet.
  app.addHook('preParsing', async (request) => {
    const key = isFromProgram(request) ? callerKeyOf(request) : undefined
    if (key === undefined) return
    addresses.giveBack(addressOf(request), performance.now())
    count(request, 'caller', key)
  })
  app.addHook('onSend', async (request, reply) => tellStanding(reply, told.get(request)))
}

/** Each personal key for itself: a program may not use up the calls of its person in the portal. */
function callerKeyOf({ caller, headers }: FastifyRequest): string | undefined {
  if (!caller) return undefined
  const key = readKey(/^bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? '')
  if (key) return `key:${key.id}`
  if ('clientId' in caller && caller.clientId !== null) return `client:${caller.clientId}`
  return 'userId' in caller ? `person:${caller.userId}` : undefined
}

/** What is left (draft-ietf-httpapi-ratelimit-headers-10). */
function tellStanding(reply: FastifyReply, rate: Told | undefined): void {
  if (!rate) return
  const { policy, quota, standing } = rate
  const seconds = Math.ceil(standing.endsInMs / 1000)
  void reply.header('ratelimit-policy', `"${policy}";q=${quota};w=${WINDOW_MS / 1000}`)
  void reply.header('ratelimit', `"${policy}";r=${standing.left};t=${seconds}`)
  if (standing.isOver) void reply.header('retry-after', seconds)
}
