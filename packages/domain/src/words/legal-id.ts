/** Who a person is to the state, as people type it and as certificates state it. */

/** ETSI EN 319 412-1 §5.1.3 and §5.1.4: what kind of number it is, whose, and the number. */
const STATED = /^(PAS|IDC|PNO|TAX|TIN|VAT|NTR)([A-Z]{2})-(.+)$/
/** A Spanish person's number without its leading zeros. */
const SHORT_DNI = /^\d{1,7}[A-Z]$/
/** A Spanish foreigner's number with the eighth digit that it had until 2008. */
const LONG_NIE = /^([XYZ])0(\d{7}[A-Z])$/
const DNI_LENGTH = 9
/** Numbers of Spanish people, the letters K, L and M for those who have neither of the other two. */
const SPANISH_PERSON = /^(?:\d{8}|[XYZKLM]\d{7})[A-Z]$/
const SPANISH_COMPANY = /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/

interface StatedId {
  /** Such as IDC, or undefined where only the number is said. */
  readonly kind: string | undefined
  /** ISO 3166-1, or undefined where only the number is said. */
  readonly country: string | undefined
  readonly number: string
}

/**
 * Whether a certificate's number is that of a person: `IDCES-12345678Z` is `12345678z`, and `12345678-Z`. Who says no
 * country is taken at their number; two that name different countries are two people.
 */
export function isSameLegalId(stated: string, legalId: string): boolean {
  const [one, other] = [readLegalId(stated), readLegalId(legalId)]
  if (one.number === '' || one.number !== other.number) return false
  return one.country === undefined || other.country === undefined || one.country === other.country
}

/**
 * The same as `isSameLegalId`, or what else the two numbers say: `another` where each person has one number of that
 * kind in that country; `unknown` where they cannot be compared.
 */
export function compareLegalIds(stated: string, legalId: string): 'same' | 'another' | 'unknown' {
  if (isSameLegalId(stated, legalId)) return 'same'
  const [one, other] = [groupOf(readLegalId(stated)), groupOf(readLegalId(legalId))]
  return one !== undefined && one === other ? 'another' : 'unknown'
}

/**
 * Numbers of one group tell people, or organisations, apart. For Spain the number of the identity card is that of the
 * tax office and that which stands alone.
 */
function groupOf({ kind, country, number }: StatedId): string | undefined {
  if (number === '') return undefined
  const isSpanish = country === 'ES' || (country === undefined && isSpanishNumber(number))
  if (!isSpanish) return kind && `${kind}${country}`
  if (kind === 'PAS') return 'PASES'
  return kind === 'VAT' || kind === 'NTR' || SPANISH_COMPANY.test(number) ? 'ES organisation' : 'ES person'
}

const isSpanishNumber = (number: string) => SPANISH_PERSON.test(number) || SPANISH_COMPANY.test(number)

/** A stated number without what kind it is and whose: `IDCES-12345678Z` is `12345678Z`. */
export const bareLegalId = (stated: string): string => STATED.exec(stated)?.[3] ?? stated

function readLegalId(text: string): StatedId {
  const plain = text.normalize('NFKC').trim().toUpperCase()
  const [, kind, country, number = plain] = STATED.exec(plain) ?? []
  return { kind, country, number: fullNumber(number.replace(/[^A-Z0-9]/g, '')) }
}

const fullNumber = (number: string): string =>
  SHORT_DNI.test(number) ? number.padStart(DNI_LENGTH, '0') : number.replace(LONG_NIE, '$1$2')

const NONE = 'none-'

/** What stands in paths and tokens for the legal id of an account that has none. @param random so that nobody guesses it */
export const noLegalId = (random: string) => `${NONE}${random}`

/** Whether somebody has no legal id: nothing but an e-mail address is proved of them. */
export const hasNoLegalId = (legalId: string) => legalId.startsWith(NONE)
