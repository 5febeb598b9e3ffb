import { expect, test } from 'vitest'
import { isSameCertificateType } from './certificate-types.ts'

test.each([
  ['firmaremota', 'TrustPRO', true],
  ['Ivnosys', 'ivsign', true],
  ['FirmaRemota', 'trustpro', true],
  ['nebula', 'Nebula', true],
  ['redtrust', 'TrustPRO', false],
  ['made-up', 'Made-Up', true],
  ['constructor', 'toString', false],
])('%s and %s are the same type: %s', (one, other, same) => {
  expect(isSameCertificateType(one, other)).toBe(same)
  expect(isSameCertificateType(other, one)).toBe(same)
})
