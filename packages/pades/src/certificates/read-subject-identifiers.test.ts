import { expect, test } from 'vitest'
import { makeTestSigner } from '../test-keys/make-test-signer.ts'
import { readSubjectIdentifiers } from './read-subject-identifiers.ts'

const attribute = (oid: string, value: string) => ({ oid, value })
const PERSON = attribute('2.5.4.5', 'IDCES-12345678Z')
const COMPANY = attribute('2.5.4.97', 'VATES-B12345674')

const identifiersIn = (subject: readonly { oid: string; value: string }[]) =>
  readSubjectIdentifiers(makeTestSigner({ subject }).certificate)

test('the numbers of a person and of the organisation that they represent are told apart', () => {
  expect(identifiersIn([COMPANY, PERSON])).toEqual({
    serialNumber: 'IDCES-12345678Z',
    organizationIdentifier: 'VATES-B12345674',
  })
  expect(identifiersIn([COMPANY])).toEqual({ serialNumber: null, organizationIdentifier: 'VATES-B12345674' })
})

test('of two numbers neither holds, and a pseudonym has none', () => {
  expect(identifiersIn([PERSON, attribute('2.5.4.5', 'IDCES-00000000T')]).serialNumber).toBeNull()
  expect(identifiersIn([attribute('2.5.4.65', 'Judge 7')])).toEqual({
    serialNumber: null,
    organizationIdentifier: null,
  })
})

test('a certificate with the numbers of two people is not that of their organisation either', () => {
  expect(identifiersIn([COMPANY, PERSON, attribute('2.5.4.5', 'IDCES-00000000T')])).toEqual({
    serialNumber: null,
    organizationIdentifier: null,
  })
})

test('what is no certificate identifies nobody', () => {
  expect(readSubjectIdentifiers(Uint8Array.of(1, 2, 3))).toEqual({ serialNumber: null, organizationIdentifier: null })
})
