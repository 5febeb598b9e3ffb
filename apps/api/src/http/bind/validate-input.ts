import type { z } from 'zod'
import { invalidFields, type FieldFault, type PortalError } from '@rubrica/domain'

/** How far a body may nest. No call of the contract needs more than eight levels. */
const MAX_DEPTH = 32
/** A refusal names no more fields than these. */
const MOST_FAULTS = 20

/** A refusal of one field of a body, for rules that a schema cannot know. @param field its name after those around it */
export function fieldRefusal(field: string, problem: string): PortalError {
  const [root = '', ...path] = field.split('.')
  return invalidFields([{ root, path, code: 'INVALID', problem }])
}

/**
 * Checks one part of a request against its schema.
 * @param part `params`, `query`, `headers`, `body` or `body.description`: the beginning of each field's name
 * @throws {PortalError} VALIDATION_FAILED with the fields and what is wrong with each (never their values)
 */
export function validate<S extends z.ZodType>(schema: S, part: string, value: unknown): z.output<S> {
  const nul = placeOfNul(value, [])
  if (nul) throw invalidFields([{ root: part, path: nul, code: 'INVALID', problem: 'holds the character U+0000' }])
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidFields(
    result.error.issues.slice(0, MOST_FAULTS).map(({ code, path, message }): FieldFault => ({
      root: part,
      path: path.map(String),
      code: code === 'custom' ? 'INVALID' : code.toUpperCase(),
      problem: message,
    })),
  )
}

/** The database cannot hold U+0000 in a text, so none comes in. @returns where one is */
function placeOfNul(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = name.includes('\0') ? path : placeOfNul(member, [...path, name])
    if (found) return found
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
