import type { LinkField } from '@rubrica/providers/manifests'
import { describe, expect, test } from 'vitest'
import { fieldsToSend, isFilled, withoutSecrets } from './link-fields.ts'

const FIELDS: readonly LinkField[] = [
  { name: 'Username', kind: 'text' },
  { name: 'Password', kind: 'secret' },
  { name: 'Otp', kind: 'code', optional: true },
]

describe('the form of an account', () => {
  test('may be sent once every field that is not optional is filled', () => {
    expect(isFilled(FIELDS, {})).toBe(false)
    expect(isFilled(FIELDS, { Username: 'ana' })).toBe(false)
    expect(isFilled(FIELDS, { Username: '  ', Password: 'x' })).toBe(false)
    expect(isFilled(FIELDS, { Username: 'ana', Password: 'x' })).toBe(true)
  })

  test('sends names and codes without blanks around them, secrets as typed, and nothing empty', () => {
    expect(fieldsToSend(FIELDS, { Username: ' ana ', Password: ' x ', Otp: ' 12 ' })).toEqual({
      Username: 'ana',
      Password: ' x ',
      Otp: '12',
    })
    expect(fieldsToSend(FIELDS, { Username: 'ana', Password: 'x', Otp: ' ' })).toEqual({
      Username: 'ana',
      Password: 'x',
    })
  })

  test('sends nothing that the provider does not ask for', () => {
    expect(fieldsToSend(FIELDS, { Username: 'ana', Password: 'x', Domain: 'left over' })).not.toHaveProperty('Domain')
  })

  test('keeps neither password nor code once it was sent', () => {
    expect(withoutSecrets(FIELDS, { Username: 'ana', Password: 'x', Otp: '12' })).toEqual({ Username: 'ana' })
  })
})
