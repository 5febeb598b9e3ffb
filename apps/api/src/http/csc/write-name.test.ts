import { expect, test } from 'vitest'
import { writeName } from './write-name.ts'

test('a name begins with its last part', () => {
  expect(writeName('C=ES\nO=Rúbrica\nCN=Ana Vidal')).toBe('CN=Ana Vidal,O=Rúbrica,C=ES')
})

test('keywords that readers of names refuse are written as ones that they know, or as OID', () => {
  expect(writeName('organizationIdentifier=VATES-B00000000\ntitle=Dr\nSN=Vidal\nGN=Ana\nserialNumber=IDCES-1')).toBe(
    'serialNumber=IDCES-1,givenName=Ana,surname=Vidal,2.5.4.12=Dr,2.5.4.97=VATES-B00000000',
  )
  expect(writeName('1.2.3.4=#0C0141')).toBe('1.2.3.4=#0C0141')
})

test('only keywords are exchanged, and parts of several attributes stay one', () => {
  expect(writeName('CN=GN=x\\, SN=y\\+z + SN=Vidal\nO=a \\+ SN=b')).toBe(
    'O=a \\+ SN=b,CN=GN=x\\, SN=y\\+z+surname=Vidal',
  )
})
