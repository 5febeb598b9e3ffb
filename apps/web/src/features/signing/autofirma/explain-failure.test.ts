import { AutofirmaError, type Diagnosis } from '@rubrica/autofirma'
import { ApiError } from '@rubrica/contract'
import { readCatalogue } from '@rubrica/locales/node'
import { expect, test } from 'vitest'
import { browserOf, explainFailure } from './explain-failure.ts'

const facts = {} as Diagnosis['facts']
const others = [
  { cause: 'network-access-blocked', certainty: 'possible' },
  { cause: 'certificate-not-trusted', certainty: 'possible' },
] as const

const notReached = (diagnosis: Omit<Diagnosis, 'facts' | 'mayBeAsking'>, mayBeAsking = false) =>
  new AutofirmaError('NOT_REACHED', { diagnosis: { ...diagnosis, mayBeAsking, facts } })

test('a cause that the browser itself told of stands alone, with the remedy for that browser', () => {
  const error = notReached({ cause: 'network-access-blocked', certainty: 'certain', others })
  expect(explainFailure(error, 'edge')).toMatchObject({
    message: null,
    causes: [
      {
        name: 'autofirma.causes.network-access-blocked.name',
        remedy: 'autofirma.causes.network-access-blocked.edge',
      },
    ],
  })
})

test.each(['likely', 'possible'] as const)('a %s cause comes first, the others after it', (certainty) => {
  const error = notReached({ cause: 'not-running', certainty, others })
  const { message, causes } = explainFailure(error, 'firefox')!
  expect(message).toBe('autofirma.errors.NOT_REACHED')
  expect(causes.map(({ remedy }) => remedy)).toEqual([
    'autofirma.causes.not-running.remedy',
    'autofirma.causes.network-access-blocked.other',
    'autofirma.causes.certificate-not-trusted.firefox',
  ])
})

test('a likely cause that leaves no other is said with its remedy', () => {
  const error = notReached({ cause: 'blocked-by-csp', certainty: 'likely', others: [] })
  expect(explainFailure(error, 'chrome')).toMatchObject({
    message: null,
    causes: [{ remedy: 'autofirma.causes.blocked-by-csp.remedy' }],
  })
})

test('a question of the browser that may still be open has to be closed first', () => {
  const diagnosis = { cause: 'not-running', certainty: 'likely', others } as const
  expect(explainFailure(notReached(diagnosis, true), 'chrome')).toMatchObject({ mayBeAsking: true })
  expect(explainFailure(notReached(diagnosis), 'chrome')).toMatchObject({ mayBeAsking: false })
})

test('who cancelled in the application is told nothing of errors', () => {
  expect(explainFailure(new AutofirmaError('CANCELLED', { code: 'AF500001' }), 'chrome')).toEqual({
    message: 'autofirma.errors.CANCELLED',
    causes: [],
    mayBeAsking: false,
    code: 'AF500001',
    isQuiet: true,
  })
})

const CODES = [
  'CANCELLED',
  'ABORTED',
  'NOT_REACHED',
  'CONNECTION_LOST',
  'TIMED_OUT',
  'NO_CERTIFICATES',
  'STORE_LOCKED',
  'WRONG_SESSION',
  'PEER_REFUSED',
  'UNSUPPORTED_VERSION',
  'BAD_PARAMETERS',
  'SIGNING_FAILED',
  'OUT_OF_MEMORY',
  'BUSY',
  'CERTIFICATE_CHANGED',
  'ANSWER_INVALID',
  'FAILED',
] as const

test.each(CODES)('%s has a sentence in the catalogue', (code) => {
  const key = explainFailure(new AutofirmaError(code), 'chrome')?.message ?? ''
  const found = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], readCatalogue('en'))
  expect(found).toEqual(expect.stringMatching(/\w/))
})

test('an application without certificates says so in the words of the specification', () => {
  expect(readCatalogue('en').autofirma.errors.NO_CERTIFICATES).toMatch(/^No electronic certificates found\..+install/i)
})

test('a wrong password looks like an empty store, so the sentence for that speaks of both', () => {
  for (const language of ['es', 'ca', 'en', 'de', 'fr'] as const) {
    const { errors, look } = readCatalogue(language).autofirma
    expect(errors.NO_CERTIFICATES).toMatch(/contraseña|contrasenya|password|Passwort|mot de passe/)
    // Nothing is answered before somebody closes the empty window.
    expect(look).toMatch(/ciérrela|tanqueu-la|close it|schließen Sie es|fermez-la/)
  }
})

test('an error of the server is not the application’s', () => {
  expect(explainFailure(new ApiError(422, { Code: 'LOCAL_CERTIFICATE_FOREIGN' }), 'chrome')).toBeNull()
})

test('browsers are told apart by what they call themselves', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  expect(browserOf(chrome)).toBe('chrome')
  expect(browserOf(`${chrome} Edg/150.0.0.0`)).toBe('edge')
  expect(browserOf('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0')).toBe('firefox')
  expect(browserOf('Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/20.0 Safari/605.1.15')).toBe('other')
})
