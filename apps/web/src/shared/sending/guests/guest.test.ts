import { expect, test } from 'vitest'
import { asSigner, EMPTY_GUEST, guestAsSent, problemsOf, tidy, wishOf } from './guest.ts'

const GEMMA = { ...EMPTY_GUEST, name: 'Gemma', email: 'gemma@elsewhere.test' }

test('a name and an address are enough; each thing that is wrong is said of its field', () => {
  expect(problemsOf(GEMMA, [])).toEqual({})
  expect(problemsOf(EMPTY_GUEST, [])).toEqual({ name: 'nameMissing', email: 'emailWrong' })
  expect(problemsOf({ ...GEMMA, phone: '600111222' }, [])).toEqual({ phone: 'phoneWrong' })
  expect(problemsOf(GEMMA, ['GEMMA@elsewhere.test'])).toEqual({ email: 'alreadyThere' })
})

test.each(['gemma', 'gemma@home', 'a..b@elsewhere.test', '"a b"@elsewhere.test', 'a@b@elsewhere.test'])(
  '%s is no address that a mail goes to',
  (email) => expect(problemsOf({ ...GEMMA, email }, [])).toEqual({ email: 'emailWrong' }),
)

test('a phone is read as people write it, and proved only where there is one', () => {
  expect(tidy({ ...GEMMA, phone: ' 0034 (600) 11-12.22 ' }).phone).toBe('+34600111222')
  expect(tidy({ ...GEMMA, phone: '  ', provesPhone: true }).provesPhone).toBe(false)
})

test('what is sent again says the same of them as before', () => {
  const sent = { email: GEMMA.email, phone: '+34600111222', provesPhone: true, language: 'ca', legalId: '12345678Z' }
  const { name, guest, userId } = asSigner('Gemma', guestAsSent({ ...sent, provedAt: null }))
  expect(userId).toMatch(/^guest:/)
  expect(wishOf(name, guest)).toEqual({ name: 'Gemma', ...sent })
  const bare = guestAsSent({ ...sent, phone: null, provesPhone: false, language: '', legalId: null, provedAt: null })
  expect(wishOf('Gemma', bare)).toEqual({ name: 'Gemma', email: GEMMA.email, provesPhone: false, language: '' })
})
