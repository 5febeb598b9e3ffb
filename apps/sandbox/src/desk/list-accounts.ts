import { CAST } from '../people/cast.ts'
import { CSC_CREDENTIALS, CSC_USERS, CODE_AT_LOGIN, type CscCredential } from '../providers/csc/csc-credentials.ts'
import { KEYMAN_ORGANISATION, KEYMAN_USERS, type KeymanCertificate } from '../providers/ivsign/keyman-users.ts'
import { NEBULA_TENANT, NEBULA_USERS, type Authenticator } from '../providers/nebula/nebula-users.ts'
import { PROVIDER_PIN } from '../providers/provider-desk.ts'
import { REDTRUST_DOMAIN } from '../providers/redtrust/add-login-routes.ts'
import { REDTRUST_USERS } from '../providers/redtrust/keep-certificates.ts'
import { SIGNCLOUD_TOKENS } from '../providers/signcloud/signcloud-tokens.ts'
import type { PhoneTexts } from './phone-texts.ts'

/** Keys of texts that say what somebody needs, or why it does not work. */
type Need = keyof Pick<
  PhoneTexts,
  'sms' | 'app' | 'push' | 'card' | 'nothing' | 'locked' | 'disabled' | 'expired' | 'single' | 'page'
>

/** A user or a certificate, with what it asks for. */
export interface AccountEntry {
  readonly name: string
  readonly pin?: string | undefined
  readonly needs: readonly Need[]
}

/** What the desk tells about one provider. */
export interface ProviderAccounts {
  readonly name: string
  /** A field of the log-in beside user and password. */
  readonly field?: { readonly label: 'domain' | 'client' | 'organisation'; readonly value: string }
  /** Said in place of the accounts of a provider that has none. */
  readonly hint?: 'consent'
  readonly users: readonly AccountEntry[]
  readonly certificates: readonly AccountEntry[]
}

const AUTHENTICATOR_NEEDS: Readonly<Record<Authenticator, readonly Need[]>> = {
  SMS: ['sms'],
  ATST: ['app'],
  LIST: ['card'],
  UPLDAP: [],
}

/** Keys with and without a PIN, as RedTrust and nebula have them for each user. */
const PIN_AND_NONE: readonly AccountEntry[] = [
  { name: '…-pin', pin: PROVIDER_PIN, needs: [] },
  { name: '…-nopin', needs: ['nothing'] },
]

const signCloud = (name: string): ProviderAccounts => ({
  name,
  users: SIGNCLOUD_TOKENS.map(({ username, pin, qualified, locked, keyPlan }) => ({
    name: username,
    pin,
    needs: [
      ...(qualified ? (['sms'] as const) : []),
      ...(locked ? (['locked'] as const) : []),
      ...(keyPlan.profile === 'expired' ? (['expired'] as const) : []),
    ],
  })),
  certificates: [],
})

/** The accounts at every stand-in, in the order of the portal's tabs. */
export const PROVIDER_ACCOUNTS: readonly ProviderAccounts[] = [
  {
    name: 'TrustPRO',
    users: CSC_USERS.map((name) => ({ name, needs: name === CODE_AT_LOGIN ? ['app'] : [] })),
    certificates: CSC_CREDENTIALS.filter(({ user }) => user === CSC_USERS[0]).map(describeCredential),
  },
  {
    name: 'RedTrust',
    field: { label: 'domain', value: REDTRUST_DOMAIN },
    users: REDTRUST_USERS.map((name) => ({ name, needs: name === 'expired' ? ['expired'] : [] })),
    certificates: PIN_AND_NONE,
  },
  signCloud('Uanataca'),
  signCloud('ValidatedID'),
  {
    name: 'Nebula',
    field: { label: 'client', value: NEBULA_TENANT },
    users: NEBULA_USERS.map(({ id, authenticators }) => ({
      name: id,
      needs: [
        ...authenticators.flatMap((one) => AUTHENTICATOR_NEEDS[one]),
        ...(id === 'expired' ? (['expired'] as const) : []),
      ],
    })),
    certificates: PIN_AND_NONE,
  },
  { name: 'Swisscom', hint: 'consent', users: [], certificates: [] },
  {
    name: 'Ivnosys',
    field: { label: 'organisation', value: KEYMAN_ORGANISATION },
    users: KEYMAN_USERS.map(({ id, hasSecondFactor }) => ({
      name: id,
      needs: [...(hasSecondFactor ? (['page'] as const) : []), ...(id === 'expired' ? (['expired'] as const) : [])],
    })),
    certificates: KEYMAN_USERS.flatMap(({ certificates }) => certificates)
      .filter(isWorthTelling)
      .map(describeKey),
  },
]

/** The three that every demo person has, told once, and what only one account has. */
function isWorthTelling({ certid }: KeymanCertificate): boolean {
  return certid.startsWith(`${CAST[0].id}-`) || /-(redirectpin|disabled)$/.test(certid)
}

function describeKey({ certid, authType, hasPin, enabled }: KeymanCertificate): AccountEntry {
  const needs: readonly (Need | false)[] = [
    authType === 'REDIRECT' && 'page',
    authType === 'MOBILE' && 'push',
    !enabled && 'disabled',
  ]
  const name = certid.replace(new RegExp(`^${CAST[0].id}-`), '…-')
  return { name, pin: hasPin ? PROVIDER_PIN : undefined, needs: needs.filter((need) => need !== false) }
}

function describeCredential({ id, user, pin, factor, multisign, enabled, keyPlan }: CscCredential): AccountEntry {
  const needs: readonly (Need | false)[] = [
    factor === 'sms' && 'sms',
    factor === 'app' && 'push',
    multisign === 1 && 'single',
    !enabled && 'disabled',
    keyPlan.profile === 'expired' && 'expired',
  ]
  return { name: id.replace(user, '…'), pin, needs: needs.filter((need) => need !== false) }
}
