/**
 * Problem details (RFC 9457) for programs. What clients of before read, `Code`, `Message` and `Details`, stays beside
 * the members of the standard.
 */
import { STATUS_CODES } from 'node:http'
import { PROGRAM_PROBLEMS, problemSlug, type ProblemDetails, type ProgramProblem } from '@rubrica/contract'
import type { FieldFault } from '@rubrica/domain'
import { PROBLEM_TEXTS } from './problem-texts.ts'

/** An error as it is answered, in whatever shape. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly faults?: readonly FieldFault[]
}

const isKnown = (code: string): code is ProgramProblem => (PROGRAM_PROBLEMS as readonly string[]).includes(code)

/** One step of a JSON Pointer (RFC 6901 §3). */
const escapeStep = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')

/** Where a fault is: in the body, of which a multipart one has its JSON in the part `description`, or beside it. */
function placeOf({ root, path }: FieldFault): { pointer: string } | { parameter: string } | { header: string } {
  if (root === 'headers') return { header: path.join('.') }
  if (root === 'query' || root === 'params') return { parameter: path.join('.') }
  return { pointer: ['#', ...path.map(escapeStep)].join('/') }
}

/** What a program that knows nothing of the code can go by (RFC 9457 §4.2.1). */
const untyped = (status: number) => ({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error' })

/**
 * @param publicUrl where the pages about problems are
 * @param requestId a UUID
 */
export function writeProblem(
  { status, code, message, details, faults = [] }: Problem,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): ProblemDetails {
  const typed = isKnown(code)
    ? { type: `${publicUrl}/problems/${problemSlug(code)}`, title: PROBLEM_TEXTS[code].title }
    : untyped(status)
  const errors = faults.map((fault) => ({ ...placeOf(fault), code: fault.code, detail: fault.problem }))
  return {
    ...typed,
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    Code: code,
    Message: message,
    ...(details && Object.keys(details).length > 0 && { Details: { ...details } }),
    ...(errors.length > 0 && { errors }),
  }
}
