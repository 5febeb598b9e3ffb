/** The second factor of people: what they have, and who is asked for it. */
import { DatabaseDeviceStore } from '../adapters/database/factors/device-store.ts'
import { DatabaseFactorStore } from '../adapters/database/factors/factor-store.ts'
import { DatabasePasskeyStore } from '../adapters/database/factors/passkey-store.ts'
import { DatabaseLoginTryStore } from '../adapters/database/sessions/login-try-store.ts'
import { DatabaseTokenRecords } from '../adapters/database/sessions/token-key-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { openTotpCodes } from '../adapters/factors/totp-codes.ts'
import { handleOf, openPasskeyProtocol } from '../adapters/factors/webauthn-passkeys.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { Argon2Passwords } from '../adapters/passwords/argon2-passwords.ts'
import { JwtTokens } from '../adapters/tokens/jwt-tokens.ts'
import type { FactorRoutePorts } from '../http/routes/factors.ts'
import { needsFactor, requireFactorBeside, requireFreshFactor } from '../modules/factors/require-factor.ts'
import { findUser } from '../modules/find-user.ts'
import { provePassword } from '../modules/sessions/log-in.ts'
import type { Person, Tokens } from '../modules/sessions/ports.ts'
import type { Foundation } from './foundation.ts'

/** Where a password, or a session, is asked whether it is enough. */
export interface FactorChecks {
  readonly tokens: Tokens
  readonly needsFactor: (userId: string, device: string | undefined) => Promise<boolean>
  readonly requireFreshFactor: (person: Person) => Promise<void>
  readonly requireFactorBeside: (userId: string, token: string | undefined) => Promise<void>
}

/** @param notify how people learn that their factors have changed */
export function composeFactors(
  { config, database, serverKeys, place, log, now }: Foundation,
  notify: Pick<NotifyPeople, 'factor'>,
): FactorRoutePorts & FactorChecks {
  const tokens = new JwtTokens({ records: new DatabaseTokenRecords(database), serverKeys, now })
  const factors = new DatabaseFactorStore(database, serverKeys, notify.factor)
  const devices = new DatabaseDeviceStore(database)
  const users = new DatabaseUserStore(database)
  const name = config.portal.providerName
  const own = log.child({ name: 'factors' })
  const proving = { accounts: new DatabaseLoginTryStore(database), passwords: new Argon2Passwords(), log: own, now }
  const findPerson = async (token: string) => {
    const bearer = await tokens.verify(token)
    return bearer?.kind === 'person' && isOfSession(bearer.person) ? bearer.person : undefined
  }
  return {
    factors,
    devices,
    passkeys: new DatabasePasskeyStore(database, notify.factor),
    totp: openTotpCodes(name),
    protocol: openPasskeyProtocol({ name, publicUrl: () => place.publicUrl }),
    handleOf,
    tokens,
    sessions: new DatabaseTokenRecords(database),
    findUser: (userId) => findUser(users, userId),
    provePassword: (credentials) => provePassword(proving, credentials),
    place,
    log: own,
    now,
    needsFactor: (userId, device) => needsFactor({ factors, devices, now }, userId, device),
    requireFreshFactor: (person) => requireFreshFactor({ factors, now }, person),
    requireFactorBeside: (userId, token) => requireFactorBeside({ factors, findPerson, now }, userId, token),
  }
}

const isOfSession = ({ only, recovery, awaitsFactor }: Person) => !only && !recovery && !awaitsFactor
