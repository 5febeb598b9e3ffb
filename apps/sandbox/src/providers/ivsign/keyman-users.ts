import { CAST, type CastMember } from '../../people/cast.ts'
import type { KeyPlan } from '../open-provider-keys.ts'

const IVSIGN_PATH = '/ivsign'
/** Of the service, before `/auth/login`. */
export const KEYMAN_PATH = `${IVSIGN_PATH}/Keyman/rest/v5`
/** Of the page on which somebody proves who they are, before its identifier. */
export const MFA_PATH = `${IVSIGN_PATH}/mfa`

export const KEYMAN_ORGANISATION = 'SANDBOX'

/** How a signature is authorised: by the key's PIN, on the provider's page, on the phone. */
export type AuthType = 'PIN' | 'REDIRECT' | 'MOBILE'

export interface KeymanCertificate {
  readonly certid: string
  readonly authType: AuthType
  /** Whether the key has a PIN, which a page or a phone does not replace. */
  readonly hasPin: boolean
  readonly enabled: boolean
  readonly keyPlan: KeyPlan
}

export interface KeymanUser {
  readonly id: string
  readonly person: CastMember
  /** Whether a password alone does not log in. */
  readonly hasSecondFactor: boolean
  readonly certificates: readonly KeymanCertificate[]
}

type Traits = Partial<Pick<KeymanCertificate, 'hasPin' | 'enabled'>> & Pick<KeyPlan, 'profile'>
type Owner = Pick<KeymanUser, 'id' | 'person'>

/** @param kind how it is authorised, as the end of its name has it */
function certificate({ id, person }: Owner, kind: string, traits: Traits = {}): KeymanCertificate {
  const authType = kind === 'mobile' ? 'MOBILE' : kind.startsWith('redirect') ? 'REDIRECT' : 'PIN'
  const { hasPin = authType === 'PIN', enabled = true, profile } = traits
  const certid = `${id}-${kind}`
  const plan = { provider: 'ivnosys', id: certid, person, keyType: person.keyType } as const
  return { certid, authType, hasPin, enabled, keyPlan: profile === undefined ? plan : { ...plan, profile } }
}

const threeOf = (owner: Owner): KeymanCertificate[] =>
  ['pin', 'redirect', 'mobile'].map((kind) => certificate(owner, kind))

const [ana, , carla] = CAST

const plain = { id: 'plain', person: carla }
const expired = { id: 'expired', person: ana }

/** The demo people, and two with what is rarer: a log-in without second factor, keys that cannot sign. */
export const KEYMAN_USERS: readonly KeymanUser[] = [
  ...CAST.map((person) => ({
    id: person.id,
    person,
    hasSecondFactor: true,
    certificates: threeOf({ id: person.id, person }),
  })),
  {
    ...plain,
    hasSecondFactor: false,
    certificates: [
      ...threeOf(plain),
      certificate(plain, 'redirectpin', { hasPin: true }),
      certificate(plain, 'disabled', { enabled: false }),
    ],
  },
  { ...expired, hasSecondFactor: false, certificates: [certificate(expired, 'pin', { profile: 'expired' })] },
]

export const findUser = (id: string): KeymanUser | undefined => KEYMAN_USERS.find((user) => user.id === id)
