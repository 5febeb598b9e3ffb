/** Which refusals each call below `/v1` has. */
import type { Endpoint } from './endpoint.ts'
import { PROGRAM_PROBLEMS, type ProgramProblem } from './problems.ts'

/** Any call below `/v1`, whoever makes it. */
const ANYWHERE = [
  'BAD_REQUEST',
  'SESSION_EXPIRED',
  'SCOPE_TOO_NARROW',
  'NOT_A_SENDER',
  'SUBSCRIPTION_NEEDED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'TEMPORARILY_UNAVAILABLE',
] as const satisfies readonly ProgramProblem[]

const WITH_INPUT = ['VALIDATION_FAILED'] as const satisfies readonly ProgramProblem[]

const WITH_BODY = [
  'VALIDATION_FAILED',
  'BODY_NOT_JSON',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ProgramProblem[]

const WITH_KEY = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const satisfies readonly ProgramProblem[]

/** Of calls that ask the person who makes them for a second factor; programs have none. */
const FOR_PEOPLE = ['FACTOR_NEEDED'] as const satisfies readonly ProgramProblem[]

/** Whether a call answers problem details: those below `/v1` do. */
export const isForPrograms = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/v1/')

/** Every code that a call below `/v1` can answer: its own, and those of all calls of its kind. */
export function problemsOf(entry: Endpoint): readonly ProgramProblem[] {
  const hasInput = entry.params ?? entry.query ?? entry.headers
  const possible: readonly ProgramProblem[] = [
    ...ANYWHERE,
    ...(hasInput ? WITH_INPUT : []),
    ...(entry.body ? WITH_BODY : []),
    ...(entry.method === 'POST' ? WITH_KEY : []),
    ...(entry.needsFreshFactor ? FOR_PEOPLE : []),
    ...(entry.problems ?? []),
  ]
  return PROGRAM_PROBLEMS.filter((code) => possible.includes(code))
}
