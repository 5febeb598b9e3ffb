import { createHash } from 'node:crypto'
import { makeUuid, MICROSOFT_TENANT, OWN_ISSUER, type IssuerId } from '../describe-logins.ts'
import type { LoginAccount } from '../login-accounts.ts'

/** Claims of an ID token. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** What an issuer tells about somebody, and for which scope each claim is told. */
export interface IssuerVoice {
  readonly claims: Readonly<Record<string, readonly string[]>>
  readonly describe: (account: LoginAccount, scopes: ReadonlySet<string>) => Claims
}

/** Google: the subject is a long number; the mail address says whether it was verified. */
const google: IssuerVoice = {
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name'],
  },
  describe: ({ id, name, email }) => ({
    sub: `1${BigInt(`0x${digest(`google ${id}`)}`)
      .toString()
      .slice(0, 20)}`,
    email,
    email_verified: true,
    ...splitName(name),
  }),
}

/**
 * Microsoft: `oid` and `tid` are the account; the subject is another one for each application, and no mail is verified.
 */
const microsoft: IssuerVoice = {
  claims: {
    openid: ['sub', 'ver'],
    email: ['email'],
    profile: ['name', 'preferred_username', 'oid', 'tid'],
  },
  describe: ({ id, name, email }) => ({
    sub: Buffer.from(digest(`microsoft ${id}`), 'hex').toString('base64url'),
    ver: '2.0',
    oid: makeUuid(`microsoft ${id}`),
    tid: MICROSOFT_TENANT,
    name,
    preferred_username: email,
    email,
  }),
}

/**
 * The wallet, as VIDconnect answers: the subject is a decentralised identifier, and `vp` the presentation with one
 * credential for each scope beside openid.
 */
const wallet: IssuerVoice = {
  claims: { openid: ['sub', 'did'], VerifiableId: ['vp'], EmailCredential: ['vp'] },
  describe: (account, scopes) => {
    const did = `did:ethr:0x${digest(`wallet ${account.id}`).slice(0, 40)}`
    const verifiableCredential = [
      ...(scopes.has('VerifiableId') ? [credential('VerifiableId', did, describeIdentity(account))] : []),
      ...(scopes.has('EmailCredential') ? [credential('EmailCredential', did, { email: account.email })] : []),
    ]
    const vp = { '@context': [CREDENTIALS_CONTEXT], type: 'VerifiablePresentation', holder: did, verifiableCredential }
    return { sub: did, did, vp }
  },
}

/** An organisation's own server, as Keycloak answers: a UUID, and a claim that was mapped for the document number. */
const oidc: IssuerVoice = {
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', OWN_ISSUER.legalIdClaim],
  },
  describe: ({ id, name, email, legalId }) => ({
    sub: makeUuid(`oidc ${id}`),
    email,
    email_verified: false,
    ...splitName(name),
    preferred_username: id,
    [OWN_ISSUER.legalIdClaim]: legalId,
  }),
}

export const ISSUER_VOICES: Readonly<Record<IssuerId, IssuerVoice>> = { google, microsoft, wallet, oidc }

/** The name by which an issuer knows somebody for ever. */
export const subjectOf = (issuer: IssuerId, account: LoginAccount): string =>
  ISSUER_VOICES[issuer].describe(account, new Set()).sub

const CREDENTIALS_CONTEXT = 'https://www.w3.org/2018/credentials/v1'

const credential = (type: string, id: string, subject: Readonly<Record<string, string>>) => ({
  '@context': [CREDENTIALS_CONTEXT],
  type: ['VerifiableCredential', type],
  issuer: `did:ethr:0x${digest('SANDBOX wallet issuer').slice(0, 40)}`,
  issuanceDate: '2026-01-01T00:00:00Z',
  credentialSubject: { id, ...subject },
})

function describeIdentity({ name, legalId }: LoginAccount): Record<string, string> {
  const { given_name: firstName, family_name: familyName } = splitName(name)
  return { personalIdentifier: legalId, firstName, familyName }
}

function splitName(name: string) {
  const [first = name, ...rest] = name.split(' ')
  return { name, given_name: first, family_name: rest.join(' ') }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
