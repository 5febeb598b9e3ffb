import { describe, expect, test } from 'vitest'
import { findPerson } from './find-person.ts'
import type { IdentityKey, IdentityStore, KnownPerson, PersonFact, ProvenIdentity } from './ports.ts'

const person = (userId: string): KnownPerson => ({ userId, legalId: userId, tokenGeneration: 0 })
const ANA = person('ana')
const IDENTITY: ProvenIdentity = { provider: 'google', issuer: 'https://issuer.example', subject: 's-1' }
const AT = new Date('2026-01-01T00:00:00Z')

interface Known {
  readonly linked?: KnownPerson | 'inactive'
  readonly byEmail?: readonly KnownPerson[]
  readonly byLegalId?: readonly KnownPerson[]
  /** The person has another account of this issuer. */
  readonly isOtherwiseLinked?: boolean
}

function open(known: Known) {
  const asked: PersonFact[] = []
  const made: (readonly [IdentityKey, string, Date])[] = []
  const identities: IdentityStore = {
    findLinked: async () => known.linked,
    findByFact: async (fact) => {
      asked.push(fact)
      return ('email' in fact ? known.byEmail : known.byLegalId) ?? []
    },
    findActive: async () => undefined,
    link: async (...link) => {
      made.push(link)
      return known.isOtherwiseLinked !== true
    },
  }
  return {
    asked,
    made,
    find: (facts: Partial<ProvenIdentity>) => findPerson({ identities, now: () => AT }, { ...IDENTITY, ...facts }),
  }
}

const unknown = expect.objectContaining({ code: 'LOGIN_USER_UNKNOWN', message: 'Inexistent user' }) as unknown

describe('a name that is linked', () => {
  test('decides alone, whatever the facts say', async () => {
    const { find, asked, made } = open({ linked: ANA, byEmail: [person('biel')] })
    expect(await find({ email: 'biel@example.org' })).toBe(ANA)
    expect([asked, made]).toEqual([[], []])
  })

  test('lets nobody in once its person is not active, whoever has the address now', async () => {
    await expect(open({ linked: 'inactive', byEmail: [ANA] }).find({ email: 'a@b' })).rejects.toEqual(unknown)
  })
})

describe('a name that is not linked', () => {
  test('is linked to the one person with the address', async () => {
    const { find, made } = open({ byEmail: [ANA] })
    expect(await find({ email: 'ana@example.org' })).toBe(ANA)
    expect(made).toEqual([[{ provider: 'google', issuer: IDENTITY.issuer, subject: 's-1' }, 'ana', AT]])
  })

  test('belongs to whom the document number says, and the address is not asked', async () => {
    const { find, asked } = open({ byLegalId: [ANA], byEmail: [person('biel')] })
    expect(await find({ legalId: 'ana', email: 'biel@example.org' })).toBe(ANA)
    expect(asked).toEqual([{ legalId: 'ana' }])
    await expect(open({ byEmail: [ANA] }).find({ legalId: 'nobody', email: 'a@b' })).rejects.toEqual(unknown)
  })

  test('is nobody’s without a fact, for nobody, for two, and for a person with another account there', async () => {
    const { find, asked } = open({ byEmail: [ANA], byLegalId: [ANA] })
    await expect(find({})).rejects.toEqual(unknown)
    expect(asked).toEqual([])
    await expect(open({}).find({ email: 'a@b' })).rejects.toEqual(unknown)
    await expect(open({ byEmail: [ANA, person('biel')] }).find({ email: 'a@b' })).rejects.toEqual(unknown)
    await expect(open({ byEmail: [ANA], isOtherwiseLinked: true }).find({ email: 'a@b' })).rejects.toEqual(unknown)
  })
})

test.each(['mi\u212Ae@example.org', '\u0130nes@example.org'])(
  'an address that is another one’s only in lower case (%s) is nobody’s',
  async (email) => {
    const { find, asked } = open({ byEmail: [ANA] })
    await expect(find({ email })).rejects.toEqual(unknown)
    expect(asked).toEqual([])
  },
)

test('who has another name each time is found each time, and linked never', async () => {
  const { find, made } = open({ byEmail: [ANA], linked: 'inactive' })
  expect(await find({ subject: null, email: 'ana@example.org' })).toBe(ANA)
  expect(made).toEqual([])
})

test('whose name is an address is found each time, since it may pass to another, and linked by the operator only', async () => {
  const { find, made } = open({ byEmail: [ANA] })
  expect(await find({ isAddress: true, email: 'ana@example.org' })).toBe(ANA)
  expect(made).toEqual([])
  const byHand = open({ linked: person('biel'), byEmail: [ANA] })
  expect(await byHand.find({ isAddress: true, email: 'ana@example.org' })).toEqual(person('biel'))
})
