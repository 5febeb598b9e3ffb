/** What a credential asks of its owner, out of `credentials/info` of either version. */
import { readFields, readList, readText, type Fields } from '../read-answer.ts'
import type { CscDialect } from './csc-dialect.ts'

/** Each by its identifier in `authData`; version 1 has fixed places instead and needs none. */
export interface Factors {
  readonly pin?: string
  readonly code?: { readonly id: string; readonly from: 'sent' | 'app' }
  /** A request on the phone, which is accepted or refused there. */
  readonly push?: string
  /** The service asks its user by itself, and is sent nothing. */
  readonly isImplicit?: true
}

const MAX_OBJECTS = 20
const MAX_EXPRESSION = 500

/** @returns undefined for credentials that are authorised in ways other than typing and accepting */
export const readFactors = (dialect: CscDialect, info: Fields): Factors | undefined =>
  dialect === 'csc1' ? readMembers(info) : readObjects(readFields(info['auth']))

/** Version 1 (11.5): a PIN and a code, each there or not. */
function readMembers(info: Fields): Factors | undefined {
  if (info['authMode'] === 'implicit') return { isImplicit: true }
  if (info['authMode'] !== 'explicit') return undefined
  const pin = readFields(info['PIN'])
  const otp = readFields(info['OTP'])
  return {
    ...(isPresent(pin) && { pin: 'PIN' }),
    ...(isPresent(otp) && { code: { id: 'OTP', from: otp['type'] === 'online' ? 'sent' : 'app' } }),
  }
}

/** What is optional is asked for all the same: the service takes it, and the signature is the better guarded. */
const isPresent = ({ presence }: Fields): boolean => ['true', true, 'optional'].includes(presence as string)

/** Version 2 (11.5): objects, and an expression over their identifiers. */
function readObjects(auth: Fields): Factors | undefined {
  if (auth['mode'] === 'implicit') return { isImplicit: true }
  const objects = readList(auth['objects'] ?? [], MAX_OBJECTS)
  if (auth['mode'] !== 'explicit' || objects === undefined) return undefined
  const byId = new Map(objects.map((object) => [readText(readFields(object)['id']), readFields(object)]))
  const expression = readText(auth['expression'], MAX_EXPRESSION)
  const ids = expression === undefined ? [...byId.keys()] : chooseObjects(expression)
  return ids?.reduce<Factors | undefined>((factors, id) => addObject(factors, id, byId.get(id)), {})
}

function addObject(factors: Factors | undefined, id: string | undefined, object?: Fields): Factors | undefined {
  if (factors === undefined || id === undefined || object === undefined) return undefined
  const factor = readObject(id, object)
  const isTwice = factor !== undefined && Object.keys(factor).some((kind) => kind in factors)
  return factor === undefined || isTwice ? undefined : { ...factors, ...factor }
}

function readObject(id: string, { type, generator }: Fields): Factors | undefined {
  switch (type) {
    case 'Password':
      return generator === undefined ? { pin: id } : { code: { id, from: 'app' } }
    case 'ChallengeResponse':
      return { code: { id, from: 'sent' } }
    case 'ChallengeResponseOOB':
      return { push: id }
    default:
      return undefined
  }
}

/**
 * The identifiers that satisfy an expression of AND, OR, XOR and parentheses: of each choice the first.
 * @returns undefined for what is no such expression
 */
export function chooseObjects(expression: string): string[] | undefined {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let next = 0
  const isWord = (pattern: RegExp): boolean => pattern.test(words[next] ?? '')
  const choice = (depth: number): string[] | undefined => {
    const first = conjunction(depth)
    while (first !== undefined && isWord(/^X?OR$/i)) {
      next += 1
      if (conjunction(depth) === undefined) return undefined
    }
    return first
  }
  const conjunction = (depth: number): string[] | undefined => {
    let all = operand(depth)
    while (all !== undefined && isWord(/^AND$/i)) {
      next += 1
      const more = operand(depth)
      all = more && [...new Set([...all, ...more])]
    }
    return all
  }
  const operand = (depth: number): string[] | undefined => {
    const word = words[next]
    next += 1
    if (word !== '(') return word === undefined || /^(?:\)|AND|X?OR)$/i.test(word) ? undefined : [word]
    const inside = depth < MAX_OBJECTS ? choice(depth + 1) : undefined
    next += 1
    return words[next - 1] === ')' ? inside : undefined
  }
  const chosen = choice(0)
  return next === words.length ? chosen : undefined
}
