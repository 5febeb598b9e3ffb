import { expect, test } from 'vitest'
import { parseName } from './parse-name.ts'

const pairs = (text: string) => parseName(text)?.map(({ type, value }) => `${type}=${value}`)

test.each([
  // RFC 4514 §4.
  ['UID=jsmith,DC=example,DC=net', ['uid=jsmith', 'dc=example', 'dc=net']],
  ['OU=Sales+CN=J.  Smith,DC=example', ['ou=Sales', 'cn=J.  Smith', 'dc=example']],
  [String.raw`CN=James \"Jim\" Smith\, III,DC=net`, ['cn=James "Jim" Smith, III', 'dc=net']],
  [String.raw`CN=Before\0dAfter,DC=net`, ['cn=Before\rAfter', 'dc=net']],
  ['1.3.6.1.4.1.1466.0=#04024869', ['1.3.6.1.4.1.1466.0=#04024869']],
  [String.raw`CN=Lu\C4\8Di\C4\87`, ['cn=Lučić']],
  // RFC 2253 §4: quotation, semicolons, blanks around the parts, and the prefix of an object identifier.
  ['CN="Acme, S.L.";  O = Acme ', ['cn=Acme, S.L.', 'o=Acme']],
  ['OID.2.5.4.97=VATES-B12345674', ['organizationidentifier=VATES-B12345674']],
  [String.raw`CN=\ Ana\ `, ['cn= Ana ']],
  [String.raw`CN=\ Ana\   ,O=x\\  `, ['cn= Ana ', 'o=x\\']],
  ['CN=a=b', ['cn=a=b']],
  ['CN=,O=x', ['cn=', 'o=x']],
  // Values as BER: UTF-8, printable, BMP.
  ['2.5.4.3=#0C04416EC3A1', ['cn=Aná']],
  ['2.5.4.5=#1303313233', ['serialnumber=123']],
  ['CN=#1e0600410042 0043'.replace(' ', ''), ['cn=ABC']],
])('%s', (text, expected) => {
  expect(pairs(text)).toEqual(expected)
})

test.each([
  '',
  'Ana Vidal',
  '=Ana',
  'CN=Ana,',
  'CN=Ana,,O=x',
  'C N=Ana',
  'CN="Ana',
  'CN="Ana"x',
  String.raw`CN=Ana\ `.trimEnd(),
  String.raw`CN=\C3`,
  String.raw`CN=\zz`,
  'CN=a"b',
  'CN=a<b',
  'CN=a\0b',
  'CN=#0',
  'CN=#zz',
  '/C=ES/CN=Ana, Vidal',
])('what is no name is told apart: %s', (text) => {
  expect(parseName(text)).toBeNull()
})

test('nobody reads a name of thousands of characters', () => {
  expect(parseName(`CN=${'a'.repeat(4000)}`)).toHaveLength(1)
  expect(parseName(`CN=${'a'.repeat(5000)}`)).toBeNull()
})

test.each(['CN=#0C', 'CN=#0C05416E', 'CN=#0C02C328', 'CN=#30020500', 'CN=#1E0141'])(
  'a value that cannot be read stays as it is written: %s',
  (text) => {
    expect(pairs(text)).toEqual([`cn=${text.slice(3)}`])
  },
)
