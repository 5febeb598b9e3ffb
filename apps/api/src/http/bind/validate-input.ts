import type { z } from 'zod'
import { PortalError } from '@rubrica/domain'

/** How far a body may nest. No call of the contract needs more than eight levels. */
const MAX_DEPTH = 32

interface FieldProblem {
  readonly field: string
  readonly problem: string
}

const refusal = (problems: readonly FieldProblem[]) =>
  new PortalError('VALIDATION_FAILED', `${problems[0]!.field}: ${problems[0]!.problem}`, {
    facts: { Fields: problems.map(({ field, problem }) => ({ Field: field, Problem: problem })) },
  })

/** A refusal of one field of a body, for rules that a schema cannot know. */
export function fieldRefusal(field: string, problem: string): PortalError {
  return refusal([{ field, problem }])
}

/**
 * Checks one part of a request against its schema.
 * @param part `params`, `query`, `headers` or `body`: the first word of each field's name
 * @throws {PortalError} VALIDATION_FAILED with the fields and what is wrong with each (never their values)
 */
export function validate<S extends z.ZodType>(schema: S, part: string, value: unknown): z.output<S> {
  const nul = fieldWithNul(value, part)
  if (nul !== undefined) throw fieldRefusal(nul, 'holds the character U+0000')
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => ({
    field: [part, ...issue.path.map(String)].join('.'),
    problem: issue.message,
  }))
  throw refusal(problems.slice(0, 20))
}

/** The database cannot hold U+0000 in a text, so none comes in. */
function fieldWithNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = name.includes('\0') ? path : fieldWithNul(member, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** A query string as the contract sees it: `?Tag=` is the same as no Tag. */
export function withoutEmpty(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== ''))
}

/**
 * Whether a JSON text nests deeper than any honest body. Looked at before parsing, so that no recursive code ever meets
 * such a value.
 */
export function nestsTooDeep(json: string): boolean {
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i)
    if (character === 0x22) i = endOfString(json, i)
    else if (character === 0x7b || character === 0x5b) depth += 1
    else if (character === 0x7d || character === 0x5d) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function endOfString(json: string, start: number): number {
  let end = start
  do {
    end = json.indexOf('"', end + 1)
    if (end < 0) return json.length
  } while (isEscaped(json, end))
  return end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1
  return backslashes % 2 === 1
}
