import { expect, it } from 'vitest'
import { AUTHENTICATION_TYPES, CERTIFICATE_TYPES } from '../certificate-types.ts'
import { signsWithoutPin } from './signs-without-pin.ts'

const every = CERTIFICATE_TYPES.flatMap((CertType) =>
  AUTHENTICATION_TYPES.map((AuthenticationType) => ({ CertType, AuthenticationType })),
)

it.each(every)('$CertType with $AuthenticationType asks for its PIN when it has one', (facts) => {
  expect(signsWithoutPin({ ...facts, PinRequired: true })).toBe(false)
})

it.each(every)('$CertType with $AuthenticationType and without PIN follows the rule', (facts) => {
  const { CertType, AuthenticationType } = facts
  const expected = CertType === 'Nebula' || (CertType !== 'Ivnosys' && AuthenticationType !== 'OTP')
  expect(signsWithoutPin({ ...facts, PinRequired: false })).toBe(expected)
})

it('a certificate needs no PIN when it is not Ivnosys, has none and is not of OTP, or is of Nebula without PIN', () => {
  const without = (CertType: string, AuthenticationType: 'PIN' | 'OTP' | 'APP') =>
    signsWithoutPin({ CertType, AuthenticationType, PinRequired: false })
  expect(without('redtrust', 'PIN')).toBe(true)
  expect(without('firmaremota', 'APP')).toBe(true)
  expect(without('uanataca', 'OTP')).toBe(false)
  expect(without('Nebula', 'OTP')).toBe(true)
  expect(without('nebula', 'PIN')).toBe(true)
  expect(without('Ivnosys', 'PIN')).toBe(false)
})
