import { createHash } from 'node:crypto'
import { CAST, type CastMember } from '../../people/cast.ts'
import type { ProviderKey, ProviderKeys } from '../open-provider-keys.ts'
import { PROVIDER_PIN } from '../provider-desk.ts'

export const NEBULA_TENANT = 'rubrica'

/** SMS: a code by text message. ATST: an authenticator app. LIST: a card with numbered codes. UPLDAP: nothing more. */
export type Authenticator = 'SMS' | 'ATST' | 'LIST' | 'UPLDAP'

const CARD_CODES = 24

export interface NebulaUser {
  readonly id: string
  readonly person: CastMember
  readonly authenticators: readonly Authenticator[]
  /** Shared with the authenticator app on the phone. */
  readonly appSecret: Uint8Array
  readonly card: readonly string[]
}

export interface NebulaCertificate {
  readonly usePin: boolean
  readonly usable: boolean
  readonly key: ProviderKey
}

const AUTHENTICATORS: Readonly<Record<string, readonly Authenticator[]>> = {
  ana: ['SMS', 'ATST', 'LIST'],
  biel: ['SMS'],
  carla: ['UPLDAP'],
  // A user whose only certificate has expired.
  expired: ['UPLDAP'],
}

export const NEBULA_USERS: readonly NebulaUser[] = Object.entries(AUTHENTICATORS).map(([id, authenticators]) => ({
  id,
  person: CAST.find((member) => member.id === id) ?? CAST[0],
  authenticators,
  appSecret: createHash('sha1').update(`SANDBOX nebula app ${id}`).digest(),
  card: Array.from({ length: CARD_CODES }, (_, index) => cardCode(id, index + 1)),
}))

export const findNebulaUser = (id: string): NebulaUser | undefined => NEBULA_USERS.find((user) => user.id === id)

/** Four digits, the same at every start, as a printed card has them. */
function cardCode(user: string, number: number): string {
  const digest = createHash('sha256').update(`SANDBOX nebula card ${user} ${number}`).digest()
  return String(digest.readUInt32BE() % 10_000).padStart(4, '0')
}

/** Certificates and PINs of nebula's users. */
export interface NebulaSafe {
  list(user: NebulaUser): Promise<readonly NebulaCertificate[]>
  pinOf(key: ProviderKey): string
  changePin(key: ProviderKey, pin: string): void
  reset(): void
}

export function createNebulaSafe(keys: ProviderKeys): NebulaSafe {
  const pins = new Map<string, string>()
  return {
    list: (user) =>
      Promise.all(
        plansOf(user).map(async ({ id, usePin, profile }) => ({
          usePin,
          usable: profile === 'signer',
          key: await keys.open({ provider: 'nebula', id, person: user.person, keyType: 'rsa', profile }),
        })),
      ),
    pinOf: (key) => pins.get(key.id) ?? PROVIDER_PIN,
    changePin: (key, pin) => void pins.set(key.id, pin),
    reset: () => pins.clear(),
  }
}

function plansOf({ id }: NebulaUser) {
  if (id === 'expired') return [{ id: 'expired', usePin: true, profile: 'expired' as const }]
  return [
    { id: `${id}-pin`, usePin: true, profile: 'signer' as const },
    { id: `${id}-nopin`, usePin: false, profile: 'signer' as const },
  ]
}
