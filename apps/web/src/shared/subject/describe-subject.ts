import { bareLegalId } from '@rubrica/domain'
import { parseName } from './parse-name.ts'

/** Whose a certificate is, in the order in which it is read. */
export interface DescribedSubject {
  readonly name: string
  /** Legal id, organisation and the organisation's number, as far as the certificate states them. */
  readonly facts: readonly string[]
}

/** In one line, without what cannot be seen: it could turn the line round, or hide a part of it. */
const plainLine = (text: string): string => text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()

/** What a distinguished name says of a person; all of it as it is written when it says nothing of one. */
export function describeSubject(distinguishedName: string): DescribedSubject {
  const attributes = parseName(distinguishedName) ?? []
  const valueOf = (type: string) => plainLine(attributes.find((one) => one.type === type)?.value ?? '')
  const numberOf = (type: string) => bareLegalId(valueOf(type))
  const [legalId, organisation] = [numberOf('serialnumber'), valueOf('o')]
  const name =
    valueOf('cn') ||
    plainLine(`${valueOf('givenname')} ${valueOf('sn')}`) ||
    organisation ||
    legalId ||
    plainLine(distinguishedName)
  const facts = [legalId, organisation, numberOf('organizationidentifier')]
  return { name, facts: facts.filter((fact) => fact !== '' && fact !== name) }
}
