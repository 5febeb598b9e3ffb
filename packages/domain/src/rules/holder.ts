/** Whose certificate it is, compared with the person who wants to sign with it. */
import { compareLegalIds } from '../words/legal-id.ts'

/** What kind of holder a certificate names. */
export const HOLDER_KINDS = [
  'person',
  /** A person who acts for an organisation. */
  'representative',
  /** A person of an organisation, without a word of acting for it. */
  'employee',
  'public-employee',
  'seal',
  'pseudonym',
  'unknown',
] as const

export type HolderKind = (typeof HOLDER_KINDS)[number]

export const HOLDER_VERDICTS = ['same', 'another', 'unknown'] as const

/** `same`: it is this person's; `another`: somebody else's; `unknown`: it does not say, or nobody can compare it. */
export type HolderVerdict = (typeof HOLDER_VERDICTS)[number]

/** What is done with certificates that do not say whose they are: refused, or the person confirms the name. */
export const UNKNOWN_HOLDER_RULES = ['refuse', 'warn'] as const

export type UnknownHolderRule = (typeof UNKNOWN_HOLDER_RULES)[number]

/** The numbers by which a certificate says whom it is for, as they stand in it. */
export interface StatedHolder {
  readonly personNumbers: readonly string[]
  readonly organisationNumber: string | null
}

/**
 * Whether a certificate belongs to the person with this legal id. The number of an organisation counts only where the
 * certificate names no person: who represents one signs as the person that they are. Of numbers that contradict each
 * other nobody could say which holds.
 */
export function judgeHolder({ personNumbers, organisationNumber }: StatedHolder, legalId: string): HolderVerdict {
  const stated = personNumbers.length > 0 ? personNumbers : organisationNumber === null ? [] : [organisationNumber]
  const verdicts = new Set(stated.map((number) => compareLegalIds(number, legalId)))
  if (verdicts.size === 1 && verdicts.has('same')) return 'same'
  return verdicts.has('another') && !verdicts.has('same') ? 'another' : 'unknown'
}
