import { CAST } from '../../people/cast.ts'
import type { KeyPlan } from '../open-provider-keys.ts'
import { PROVIDER_PIN } from '../provider-desk.ts'

export type SignCloudInstance = 'uanataca' | 'validatedid'

/** A virtual token: one account with one key, which the protocol calls DS0. */
export interface SignCloudToken {
  readonly username: string
  /** Serial number of the token. */
  readonly identifier: string
  readonly phone: string
  readonly pin: string
  /** Qualified certificates ask for a code before each signature. */
  readonly qualified: boolean
  /** Locked from the start, as after too many wrong PINs. */
  readonly locked: boolean
  readonly keyPlan: Omit<KeyPlan, 'provider'>
}

export const KEY_ID = 'DS0'

type Person = KeyPlan['person'] & { readonly phone: string }

const LOCKED: Person = {
  name: 'Laura Camps Vila',
  email: 'locked@sandbox.example',
  phone: '+34600500500',
  legalId: '00000004G',
}
const EXPIRED: Person = {
  name: 'Eric Soler Mas',
  email: 'expired@sandbox.example',
  phone: '+34600600600',
  legalId: '00000005M',
}

/** The tokens at each instance of the service; the protocol signs with RSA alone, so every key is one of RSA. */
export const SIGNCLOUD_TOKENS: readonly SignCloudToken[] = [
  ...CAST.map((person) => tokenOf(person.id, person, { pin: person.pin, qualified: person.id !== 'ana' })),
  tokenOf('locked', LOCKED, { locked: true }),
  tokenOf('expired', EXPIRED, { profile: 'expired' }),
]

interface Rules extends Partial<Pick<SignCloudToken, 'pin' | 'qualified' | 'locked'>> {
  readonly profile?: 'expired'
}

function tokenOf(username: string, person: Person, rules: Rules): SignCloudToken {
  const { pin = PROVIDER_PIN, qualified = false, locked = false, profile = 'signer' } = rules
  return {
    username,
    identifier: `51505${person.legalId.slice(6, 8)}`,
    phone: person.phone,
    pin,
    qualified,
    locked,
    keyPlan: { id: username, person, keyType: 'rsa', profile },
  }
}
