/** Who somebody is by the claims of an ID token that was checked, as each provider writes it. */
import { describe, expect, test } from 'vitest'
import type { JWTPayload } from 'jose'
import { readMicrosoftIdentity, readNamedIdentity, readWalletIdentity } from './read-identity.ts'

const ISSUER = 'https://issuer.example'
const CLAIMS = {
  iss: ISSUER,
  aud: 'portal',
  sub: 'subject-1',
  iat: 1_700_000_000,
  exp: 1_700_003_600,
  email: 'ana@example.org',
  email_verified: true,
}

describe('Microsoft', () => {
  const iss = 'https://login.microsoftonline.com/3d1b1f9e-0000-4000-8000-000000000001/v2.0'
  const ofDirectory = (claims: JWTPayload = {}) =>
    ({ ...CLAIMS, iss, oid: 'object-1', tid: '3d1b1f9e-0000-4000-8000-000000000001', ...claims }) as Parameters<
      typeof readMicrosoftIdentity
    >[0]

  test('the object in the directory that the operator named, by its address the first time', () => {
    const claims = ofDirectory()
    const server = { issuer: iss }
    expect(readMicrosoftIdentity(claims, server)).toEqual({
      provider: 'microsoft',
      issuer: iss,
      name: { subject: 'object-1' },
      emails: ['ana@example.org'],
      gaps: [],
    })
    const nobody = { emails: [], gaps: [expect.stringContaining('is missing') as unknown] }
    expect(readMicrosoftIdentity({ ...claims, oid: undefined }, server)).toMatchObject(nobody)
    expect(readMicrosoftIdentity({ ...claims, tid: 'another' }, server)).toMatchObject(nobody)
  })

  test.each([{ acct: 1 }, { idp: 'https://sts.windows.net/another/' }])(
    'what another directory says of its people who are guests here (%j) is not believed',
    (mark) => {
      expect(readMicrosoftIdentity(ofDirectory(mark), { issuer: iss })).toMatchObject({
        name: { subject: 'object-1' },
        emails: [],
        gaps: ['the account is that of a guest'],
      })
    },
  )
})

describe('any other provider', () => {
  const NAMES = { idClaim: 'sub', emailClaim: undefined, emailDomains: [], legalIdClaim: undefined }
  const read = (names: Partial<Parameters<typeof readNamedIdentity>[0]>, claims: JWTPayload = {}) =>
    readNamedIdentity({ ...NAMES, ...names }, { ...CLAIMS, ...claims })

  test('names an account by its subject, and proves an address that it has verified', () => {
    expect(read({})).toEqual({
      provider: 'oidc',
      issuer: ISSUER,
      name: { subject: 'subject-1' },
      emails: ['ana@example.org'],
      legalId: undefined,
      gaps: [],
    })
    expect(read({}, { email_verified: false })).toMatchObject({
      emails: [],
      gaps: ['the claim email_verified is not true'],
    })
  })

  test('names it by the claim that the operator chose, and by nothing when that is missing', () => {
    expect(read({ idClaim: 'oid' }, { oid: 'o-1' }).name).toEqual({ subject: 'o-1', attribute: 'oid' })
    const gaps = ['the claim oid is missing, or is no text']
    expect(read({ idClaim: 'oid' }, { oid: ['o-1'] })).toMatchObject({ name: undefined, gaps })
  })

  test('proves a document number and an address by chosen claims, the address within its domains', () => {
    const names = { legalIdClaim: 'dni', emailClaim: 'upn', emailDomains: ['example.org'] }
    const upn = 'Ana@Example.org'
    expect(read(names, { dni: '12345678Z', upn })).toMatchObject({ legalId: '12345678Z', emails: [upn], gaps: [] })
    expect(read(names, { upn: 'ana@bank.example' })).toMatchObject({
      legalId: undefined,
      emails: [],
      gaps: ['the claim dni is missing, or is no text', 'its address is not of OIDC_EMAIL_DOMAINS'],
    })
    expect(read({ emailDomains: ['other.example'] }).emails).toEqual([])
  })
})

test('wallet: what credentials about this person say; those about others, or about nobody, are passed over', () => {
  const claims = {
    ...CLAIMS,
    sub: 'did:ethr:0x1',
    vp: {
      verifiableCredential: [
        { credentialSubject: { id: 'did:ethr:0x2', email: 'other@example.org', personalIdentifier: 'X' } },
        { credentialSubject: { id: 'did:ethr:0x1', personalIdentifier: 'ES/ES/12345678Z' } },
        { credentialSubject: { personalIdentifier: 'of whoever shows it' } },
        { credentialSubject: { id: 'did:ethr:0x1', email: 'ana@example.org' } },
      ],
    },
  } as Parameters<typeof readWalletIdentity>[0]
  expect(readWalletIdentity(claims)).toEqual({
    provider: 'wallet',
    issuer: ISSUER,
    name: { subject: 'did:ethr:0x1' },
    emails: ['ana@example.org'],
    legalId: 'ES/ES/12345678Z',
    gaps: [],
  })
})

test.each([
  undefined,
  null,
  'x',
  [[]],
  {},
  { verifiableCredential: 'x' },
  { verifiableCredential: [null, { credentialSubject: 7 }] },
])('wallet: a presentation that is none (%j) says nothing', (vp) => {
  const claims = { ...CLAIMS, vp } as unknown as Parameters<typeof readWalletIdentity>[0]
  expect(readWalletIdentity(claims)).toMatchObject({ name: { subject: 'subject-1' }, emails: [], legalId: undefined })
})
