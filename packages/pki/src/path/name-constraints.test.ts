import { expect, test } from 'vitest'
import { encodeElement, encodeExplicit, encodeSequence } from '../der/der-writer.ts'
import { encodeName, textName } from '../../testing/make-test-pki.ts'
import { readDistinguishedName } from './distinguished-name.ts'
import { parseGeneralNames } from './general-names.ts'
import { obeysConstraints, readNameConstraints } from './name-constraints.ts'

const subtrees = (number: number, bases: readonly Uint8Array[]): Uint8Array[] =>
  bases.length === 0 ? [] : [encodeExplicit(number, ...bases.map((base) => encodeSequence(base)))]

interface Situation {
  readonly name: Uint8Array
  readonly permitted?: readonly Uint8Array[]
  readonly excluded?: readonly Uint8Array[]
  readonly subject?: Uint8Array
}

function isAllowed({ name, permitted = [], excluded = [], subject = encodeSequence() }: Situation): boolean {
  const constraints = readNameConstraints(encodeSequence(...subtrees(0, permitted), ...subtrees(1, excluded)))
  const alternatives = parseGeneralNames(encodeSequence(name))
  return obeysConstraints({ name: readDistinguishedName(subject), alternatives }, [constraints])
}

const dns = (text: string) => textName(2, text)
const email = (text: string) => textName(1, text)
const uri = (text: string) => textName(6, text)
const ip = (...octets: number[]) => encodeElement(0x87, Uint8Array.from(octets))

test.each([
  ['a domain permits itself', dns('example.com'), dns('Example.com'), true],
  ['a domain permits hosts below it', dns('example.com'), dns('www.example.com'), true],
  ['a domain permits nobody who only ends like it', dns('example.com'), dns('badexample.com'), false],
  ['a mailbox permits itself', email('ana@example.com'), email('ana@EXAMPLE.com'), true],
  ['a mailbox permits no other', email('ana@example.com'), email('biel@example.com'), false],
  ['a mail host permits its mailboxes', email('example.com'), email('ana@example.com'), true],
  ['a mail host permits no host below it', email('example.com'), email('ana@mail.example.com'), false],
  ['a mail domain permits hosts below it', email('.example.com'), email('ana@mail.example.com'), true],
  ['a mail domain does not permit itself', email('.example.com'), email('ana@example.com'), false],
  ['an address without a host is not permitted', email('example.com'), email('example.com'), false],
  ['a URI is judged by its host', uri('example.com'), uri('https://ana@example.com:8443/x?y#z'), true],
  ['a URI with another host that mentions it is not', uri('example.com'), uri('https://evil.org/example.com'), false],
  [
    'a URI with a user that looks like the host is not',
    uri('example.com'),
    uri('https://example.com@evil.org/'),
    false,
  ],
  ['a URI without a host is not permitted', uri('example.com'), uri('urn:example.com'), false],
  ['a URI with an address instead of a host is not', uri('.com'), uri('https://10.0.0.1/'), false],
  ['a network permits its addresses', ip(10, 1, 0, 0, 255, 255, 0, 0), ip(10, 1, 2, 3), true],
  ['a network permits no other', ip(10, 1, 0, 0, 255, 255, 0, 0), ip(10, 2, 2, 3), false],
  ['an address of odd length is not permitted', ip(10, 1, 0, 0, 255, 255, 0, 0), ip(10, 1, 2), false],
  ['a constraint on another form says nothing', dns('example.com'), email('ana@other.org'), true],
  [
    'a form that is not understood is not permitted',
    encodeElement(0x88, Uint8Array.of(42)),
    encodeElement(0x88, Uint8Array.of(42)),
    false,
  ],
])('%s', (_, base, name, expected) => {
  expect(isAllowed({ name, permitted: [base] })).toBe(expected)
})

test('a name that is excluded, or may be, is rejected', () => {
  expect(isAllowed({ name: dns('www.example.com'), excluded: [dns('example.com')] })).toBe(false)
  expect(isAllowed({ name: dns('www.example.org'), excluded: [dns('example.com')] })).toBe(true)
  expect(isAllowed({ name: uri('urn:x'), excluded: [uri('example.com')] })).toBe(false)
  expect(isAllowed({ name: dns('www.example.com'), permitted: [dns('com')], excluded: [dns('example.com')] })).toBe(
    false,
  )
})

test('a mail address in the subject counts like an alternative name', () => {
  const subject = encodeName([['1.2.840.113549.1.9.1', 'ana@other.org']])
  expect(isAllowed({ name: dns('x.example.com'), permitted: [email('example.com')], subject })).toBe(false)
})

test('subtrees with bounds are malformed', () => {
  const bounded = encodeSequence(dns('example.com'), encodeElement(0x81, Uint8Array.of(3)))
  expect(() => readNameConstraints(encodeSequence(encodeExplicit(0, bounded)))).toThrow('bounds')
})
