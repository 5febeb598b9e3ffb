import { expect, test } from 'vitest'
import { describeSubject } from './describe-subject.ts'

test.each([
  // As Swisscom is asked for it, and as a Spanish authority writes it.
  [
    'cn=Ana Vidal Serra,givenname=Ana,surname=Vidal Serra,c=ES,serialnumber=IDCES-00000000T',
    { name: 'Ana Vidal Serra', facts: ['00000000T'] },
  ],
  [
    'CN=VIDAL SERRA ANA - 00000000T,SN=VIDAL SERRA,GN=ANA,serialNumber=IDCES-00000000T,C=ES',
    { name: 'VIDAL SERRA ANA - 00000000T', facts: ['00000000T'] },
  ],
  [
    'CN=Ana,O=Acme\\, S.L.,organizationIdentifier=VATES-B12345674,serialNumber=12345678Z',
    { name: 'Ana', facts: ['12345678Z', 'Acme, S.L.', 'B12345674'] },
  ],
  ['GN=Ana,SN=Vidal', { name: 'Ana Vidal', facts: [] }],
  ['O=Acme,C=ES', { name: 'Acme', facts: [] }],
  ['C=ES,DC=example', { name: 'C=ES,DC=example', facts: [] }],
  ['serialNumber=IDCES-00000000T,C=ES', { name: '00000000T', facts: [] }],
])('%s', (name, expected) => {
  expect(describeSubject(name)).toEqual(expected)
})

test('what is no distinguished name is shown as it is', () => {
  expect(describeSubject('Ana "Vidal"')).toEqual({ name: 'Ana "Vidal"', facts: [] })
})

test('characters that nobody sees neither turn the line round nor break it', () => {
  expect(describeSubject('CN=Ana\u202e\u200b Vidal\\0A\\00,O=\u2066')).toEqual({ name: 'Ana Vidal', facts: [] })
  expect(describeSubject('\u202eAna')).toEqual({ name: 'Ana', facts: [] })
})
