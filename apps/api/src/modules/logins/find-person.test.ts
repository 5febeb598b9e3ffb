import { describe, expect, test } from 'vitest'
import { findPerson } from './find-person.ts'
import type { IdentityKey, IdentityStore, KnownPerson, PersonFact, ProvenIdentity } from './ports.ts'

const person = (userId: string): KnownPerson => ({ userId, legalId: userId, tokenGeneration: 0 })
const ANA = person('ana')
const ISSUER = 'https://issuer.example'
const NAME = { subject: 's-1' }
const IDENTITY: ProvenIdentity = { provider: 'google', issuer: ISSUER, name: NAME, emails: [], gaps: [] }
const AT = new Date('2026-01-01T00:00:00Z')

interface Known {
  readonly linked?: KnownPerson | 'inactive'
  readonly byEmail?: readonly KnownPerson[] | ((email: string) => readonly KnownPerson[])
  readonly byLegalId?: readonly KnownPerson[]
  /** The person has another account of this issuer. */
  readonly isOtherwiseLinked?: boolean
}

function open(known: Known) {
  const asked: PersonFact[] = []
  const made: (readonly [IdentityKey, string, object])[] = []
  const identities: IdentityStore = {
    findLinked: async () => known.linked,
    findByFact: async (fact) => {
      asked.push(fact)
      if ('legalIds' in fact) return known.byLegalId ?? []
      return (typeof known.byEmail === 'function' ? known.byEmail(fact.email) : known.byEmail) ?? []
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

/** That nobody is known, and what the log says of it. */
const unknown = (because: string) =>
  expect.objectContaining({
    code: 'LOGIN_USER_UNKNOWN',
    message: 'Inexistent user',
    cause: new Error(`google (${ISSUER}): ${because}`),
  }) as unknown

describe('a name that is linked', () => {
  test('decides alone, whatever the facts say', async () => {
    const { find, asked, made } = open({ linked: ANA, byEmail: [person('biel')] })
    expect(await find({ emails: ['biel@example.org'] })).toBe(ANA)
    expect([asked, made]).toEqual([[], []])
  })

  test('lets nobody in once its person is not active, whoever has the address now', async () => {
    await expect(open({ linked: 'inactive', byEmail: [ANA] }).find({ emails: ['a@b'] })).rejects.toEqual(
      unknown('the person of this account is not active'),
    )
  })
})

describe('a name that is not linked', () => {
  test('is linked to the one person with the address', async () => {
    const { find, made } = open({ byEmail: [ANA] })
    expect(await find({ emails: ['ana@example.org'] })).toBe(ANA)
    expect(made).toEqual([[{ provider: 'google', issuer: ISSUER, subject: 's-1' }, 'ana', { by: 'email', at: AT }]])
  })

  test('belongs to whom the document number says, and the address is not asked', async () => {
    const { find, asked, made } = open({ byLegalId: [ANA], byEmail: [person('biel')] })
    expect(await find({ legalId: 'ana', emails: ['biel@example.org'] })).toBe(ANA)
    expect(asked).toEqual([{ legalIds: ['ana'] }])
    expect(made[0]![2]).toEqual({ by: 'legalId', at: AT })
    await expect(open({ byEmail: [ANA] }).find({ legalId: 'nobody', emails: ['a@b'] })).rejects.toEqual(
      unknown('nobody has the document number that it proves'),
    )
  })

  test('of several addresses has the person of the first that is somebody’s here', async () => {
    const known: Readonly<Record<string, KnownPerson>> = { 'ana@example.org': ANA, 'biel@example.org': person('biel') }
    const byEmail = (email: string) => [known[email] ?? []].flat()
    const emails = ['a.vidal@example.org', 'ana@example.org', 'biel@example.org']
    expect(await open({ byEmail }).find({ emails })).toBe(ANA)
  })

  test('is nobody’s without a fact, for nobody, for two, and for a person with another account there', async () => {
    const { find, asked } = open({ byEmail: [ANA], byLegalId: [ANA] })
    const alone = 'its account is linked to nobody, and it proves nothing else'
    await expect(find({})).rejects.toEqual(unknown(alone))
    await expect(find({ gaps: ['the claim email is missing'] })).rejects.toEqual(
      unknown(`${alone}; the claim email is missing`),
    )
    expect(asked).toEqual([])
    const emails = ['a@b']
    await expect(open({}).find({ emails })).rejects.toEqual(unknown('nobody has the address that it proves'))
    await expect(open({ byEmail: [ANA, person('biel')] }).find({ emails })).rejects.toEqual(
      unknown('several people have the address that it proves'),
    )
    await expect(open({ byEmail: [ANA], isOtherwiseLinked: true }).find({ emails })).rejects.toEqual(
      unknown('the person that it proves is linked to another account of this provider'),
    )
  })
})

test.each(['mi\u212Ae@example.org', '\u0130nes@example.org'])(
  'an address that is another one’s only in lower case (%s) is nobody’s',
  async (email) => {
    const { find, asked } = open({ byEmail: [ANA] })
    await expect(find({ emails: [email] })).rejects.toEqual(unknown('nobody has the address that it proves'))
    expect(asked).toEqual([])
  },
)

describe('who comes without a name that stays', () => {
  test('is known by the document number, each time, and linked never', async () => {
    const { find, made } = open({ byLegalId: [ANA], linked: person('biel') })
    expect(await find({ name: undefined, legalId: '12345678Z' })).toBe(ANA)
    expect(made).toEqual([])
  })

  test('is nobody by an address', async () => {
    const { find, asked } = open({ byEmail: [ANA], linked: ANA })
    await expect(find({ name: undefined, emails: ['ana@example.org'] })).rejects.toEqual(
      unknown('it gives no name that stays, and proves no document number'),
    )
    expect(asked).toEqual([])
  })
})

test.each([
  ['12345678Z', ['12345678Z']],
  [' IDCES-12345678Z', ['IDCES-12345678Z', '12345678Z']],
  ['ES/ES/12345678Z', ['ES/ES/12345678Z', '12345678Z']],
  ['PT/ES/12345678Z', ['PT/ES/12345678Z']],
  ['IDCPT-12345678Z', ['IDCPT-12345678Z']],
])(
  'the document number %s is looked for as %j: that of another country is never a Spanish one',
  async (legalId, legalIds) => {
    const { find, asked } = open({ byLegalId: [ANA] })
    await find({ legalId })
    expect(asked).toEqual([{ legalIds }])
  },
)
