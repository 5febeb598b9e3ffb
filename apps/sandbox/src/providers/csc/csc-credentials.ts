import { createHash } from 'node:crypto'
import { CAST, type CastMember } from '../../people/cast.ts'
import type { KeyPlan } from '../open-provider-keys.ts'
import { PROVIDER_PIN } from '../provider-desk.ts'

/** The second factor: none, a code by text message, the app on the phone, or whatever the service itself asks for. */
export type SecondFactor = 'none' | 'sms' | 'app' | 'implicit'

/** A key that somebody has at the service, with what it takes to use it. */
export interface CscCredential {
  readonly id: string
  readonly user: string
  readonly phone: string
  readonly description: string
  readonly pin: string | undefined
  readonly factor: SecondFactor
  readonly scal: '1' | '2'
  /** Signatures that one authorisation may cover. */
  readonly multisign: number
  readonly enabled: boolean
  readonly keyPlan: KeyPlan
}

type Person = Readonly<Record<'id' | 'name' | 'email' | 'phone' | 'legalId', string>> & Pick<CastMember, 'keyType'>

/**
 * Somebody whose log-in asks for a code of the app, too (in clientData, as the service has agreed with its clients).
 */
export const CODE_AT_LOGIN = 'mfa'

const STRICT_PERSON: Person = {
  id: CODE_AT_LOGIN,
  name: 'Marta Font Amat',
  email: 'mfa@sandbox.example',
  phone: '+34600400400',
  // Carla under another name of user, so that a demo person may link it.
  legalId: '00000002W',
  keyType: 'rsa',
}

const KINDS = {
  pin: { pin: PROVIDER_PIN, factor: 'none', scal: '1', multisign: 50 },
  sms: { pin: PROVIDER_PIN, factor: 'sms', scal: '2', multisign: 50 },
  app: { pin: undefined, factor: 'app', scal: '2', multisign: 50 },
  single: { pin: PROVIDER_PIN, factor: 'none', scal: '1', multisign: 1 },
  disabled: { pin: PROVIDER_PIN, factor: 'none', scal: '1', multisign: 50 },
  expired: { pin: PROVIDER_PIN, factor: 'none', scal: '1', multisign: 50 },
} as const

/** Somebody whose key asks on the phone by itself, in both versions of the API (authorisation mode `implicit`). */
const ASKED_BY_SERVICE: Person = {
  id: 'implicit',
  name: 'Jordi Roca Puig',
  email: 'implicit@sandbox.example',
  phone: '+34600400401',
  legalId: '00000004G',
  keyType: 'rsa',
}
const IMPLICIT = { key: { pin: undefined, factor: 'implicit', scal: '1', multisign: 50 } } as const

/**
 * The client itself, which logs in as nobody and seals (8.5 of version 2): with keys of both kinds, one that asks for
 * nothing, and one that is over.
 */
const SEALER: Person = {
  id: 'seal',
  name: 'Seal of Castellar',
  email: 'seal@sandbox.example',
  phone: '+34600400402',
  legalId: '00000005M',
  keyType: 'ec',
}
export const SEALING_CLIENT = SEALER.id
const WITH_PIN = { pin: PROVIDER_PIN, factor: 'none', scal: '2', multisign: 1 } as const
const SEALS = { ec: WITH_PIN, open: { ...WITH_PIN, pin: undefined, scal: '1' }, expired: WITH_PIN } as const

export const CSC_CREDENTIALS: readonly CscCredential[] = [
  ...[...CAST, STRICT_PERSON].flatMap((person) => credentialsOf(person, KINDS)),
  ...credentialsOf(ASKED_BY_SERVICE, IMPLICIT),
  ...credentialsOf(SEALER, SEALS),
  ...credentialsOf({ ...SEALER, keyType: 'rsa' }, { rsa: WITH_PIN }),
]

export const CSC_USERS: readonly string[] = [...CAST, STRICT_PERSON, ASKED_BY_SERVICE].map((person) => person.id)

/** The seed of somebody's app: always the same, so that a restart of the sandbox changes nothing on the phone. */
export const appSecret = (name: string): Uint8Array => createHash('sha1').update(`SANDBOX TrustPRO ${name}`).digest()

type Rules = Pick<CscCredential, 'pin' | 'factor' | 'scal' | 'multisign'>

function credentialsOf(person: Person, kinds: Readonly<Record<string, Rules>>): CscCredential[] {
  return Object.entries(kinds).map(([kind, rules]) => {
    const id = `${person.id}-${kind}`
    return {
      ...rules,
      id,
      user: person.id,
      phone: person.phone,
      description: `SANDBOX TrustPRO ${person.name} (${kind})`,
      enabled: kind !== 'disabled',
      keyPlan: {
        provider: 'trustpro',
        id,
        person,
        keyType: person.keyType,
        profile: kind === 'expired' ? 'expired' : 'signer',
      },
    }
  })
}
