/** The name that a certificate is made for, in the text form of RFC 4514. */
import type { OnDemandPerson } from '../on-demand.ts'

/** What is asked for, and has to be in the certificate that comes. */
export interface AskedSubject {
  readonly commonName: string
  readonly givenName: string
  readonly surname: string
  readonly country: string
  readonly serialNumber: string
}

/** X.520 upper bound of names and serial numbers. */
const LONGEST = 64

/**
 * A person's name is kept in one line: its first word counts as the given name, the others as the surname.
 * @param country ISO 3166-1
 */
export function subjectOf({ name, legalId }: OnDemandPerson, country: string): AskedSubject {
  const commonName = clean(name)
  const [givenName = commonName, ...others] = commonName.split(' ')
  return { commonName, givenName, surname: others.join(' ') || givenName, country, serialNumber: clean(legalId) }
}

/** Without what no name has: control and format characters, and blanks at its ends or side by side. */
function clean(text: string): string {
  const plain = text.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ')
  return [...plain.trim()].slice(0, LONGEST).join('').trim()
}

/** `cn=Ana Vidal,givenname=Ana,surname=Vidal,c=ES,serialnumber=12345678Z`. */
export function writeSubject(subject: AskedSubject): string {
  const { commonName, givenName, surname, country, serialNumber } = subject
  const parts = { cn: commonName, givenname: givenName, surname, c: country, serialnumber: serialNumber }
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([attribute, value]) => `${attribute}=${escapeValue(value)}`)
    .join(',')
}

/** RFC 4514 §2.4: everything that could end the value, or begin another one. */
const escapeValue = (value: string): string => value.replace(/[,+"\\<>;=]|^#/g, '\\$&')
