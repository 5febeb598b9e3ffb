import { describe, expect, test } from 'vitest'
import {
  fileProblem,
  isChanged,
  isEmailWrong,
  lacksSignature,
  NEW_SIGNATURE,
  saveState,
  startFields,
  type ProfileFields,
} from './profile-fields.ts'

const EMAIL = 'ana@example.com'
const STORED = { email: EMAIL, language: 'ca' } as const
const fields = (changes: Partial<ProfileFields> = {}): ProfileFields => ({ ...startFields(STORED), ...changes })
const file = new File(['x'], 'mine.png')
const typed = { strokes: [], typed: 'Ana' }

describe('the profile', () => {
  test('is unchanged as it came, and with a field for a signature that is still empty', () => {
    expect(isChanged(fields(), STORED)).toBe(false)
    expect(isChanged(fields({ email: ` ${EMAIL} ` }), STORED)).toBe(false)
    expect(isChanged(fields({ signature: NEW_SIGNATURE }), STORED)).toBe(false)
  })

  test.each<[string, Partial<ProfileFields>]>([
    ['another e-mail', { email: 'b@example.com' }],
    ['another language', { language: 'fr' }],
    ['a password', { password: 'x' }],
    ['a repeated password alone', { repeated: 'x' }],
    ['a signature to delete', { signature: { kind: 'delete' } }],
    ['a chosen file', { signature: { ...NEW_SIGNATURE, kind: 'new', way: 'file', file, drawing: typed } }],
    ['a typed name', { signature: { ...NEW_SIGNATURE, kind: 'new', way: 'draw', file: null, drawing: typed } }],
  ])('is changed by %s', (_, changes) => {
    expect(isChanged(fields(changes), STORED)).toBe(true)
  })

  test('is not saved while a password is entered that is not secure or not repeated', () => {
    expect(saveState(fields(), STORED)).toBe('unchanged')
    expect(saveState(fields({ password: 'abc' }), STORED)).toBe('notSecure')
    expect(saveState(fields({ password: 'Abcdef1@' }), STORED)).toBe('notRepeated')
    expect(saveState(fields({ password: 'Abcdef1@', repeated: 'Abcdef1@' }), STORED)).toBe('unsaved')
  })

  test('complains of an e-mail only when it was changed', () => {
    expect(isEmailWrong(fields({ email: 'ana@' }), EMAIL)).toBe(true)
    expect(isEmailWrong(fields({ email: '' }), '')).toBe(false)
    expect(isEmailWrong(fields({ email: 'b@example.com ' }), EMAIL)).toBe(false)
  })
})

describe('a new signature', () => {
  test('is lacking until the chosen way has one', () => {
    const both = { kind: 'new', file, drawing: { strokes: [], typed: ' ' } } as const
    expect(lacksSignature({ kind: 'keep' })).toBe(false)
    expect(lacksSignature(NEW_SIGNATURE)).toBe(true)
    expect(lacksSignature({ ...both, way: 'file' })).toBe(false)
    expect(lacksSignature({ ...both, way: 'draw' })).toBe(true)
  })

  test.each([
    ['a.png', null],
    ['a.JPG', null],
    ['a.jpeg', null],
    ['a.gif', 'FORMAT'],
    ['png', 'FORMAT'],
  ])('from %s has the problem %s', (name, problem) => {
    expect(fileProblem(new File(['x'], name))).toBe(problem)
  })

  test('of more than 10 MB is too large', () => {
    expect(fileProblem(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png'))).toBe('TOO_LARGE')
    expect(fileProblem(null)).toBeNull()
  })
})
