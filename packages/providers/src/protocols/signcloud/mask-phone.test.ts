import { expect, it } from 'vitest'
import { maskPhone } from './mask-phone.ts'

it('shows the end of a phone number', () => {
  expect(maskPhone('+34600300300')).toBe('•••300')
})

it.each([undefined, 34600300300, '', '300', 'ask 1234567', '+3460030030\n0'])('shows nothing of %j', (value) => {
  expect(maskPhone(value)).toBe('')
})
