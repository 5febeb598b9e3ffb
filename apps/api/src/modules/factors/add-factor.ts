/** Factors that are set up, by who is logged in or has to before they are. */
import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { requireCurrentPassword, requireOwnSession, type ProveCurrentPassword } from '../require-owner.ts'
import type { IssuedToken, Person } from '../sessions/ports.ts'
import { goOnWithFactor, makeChallenge, purposeOf, type ConfirmFactor } from './confirm-factor.ts'
import type { AddedFactor, AttestationOfPasskey } from './ports.ts'
import { CHALLENGE_MS, isRefused, passkeyRefused, requireRelyingParty, takeChallenge } from './prove-passkey.ts'
import { makeCodes, type MadeCodes } from './recovery-codes.ts'
import { factorNeeded, hasFactor, isFresh } from './require-factor.ts'

/** In which an app is set up. */
const SETUP_MS = 15 * 60_000
/** Of one person. */
const MOST_PASSKEYS = 20

export interface AddFactor extends ConfirmFactor, ProveCurrentPassword {
  readonly findUser: (
    userId: string,
  ) => Promise<{ readonly userId: string; readonly name: string; readonly hasPassword: boolean }>
}

export interface NewFactor {
  readonly token: IssuedToken
  /** Where it is the first one. */
  readonly recoveryCodes: readonly string[] | null
}

/**
 * A first factor lets its holder in for ever, and keeps everybody else out: its person has just shown their password, or
 * shows it now. Who has none came by a provider, which vouches for the session.
 */
async function requireOwner(ports: AddFactor, person: Person, currentPassword: string | undefined): Promise<void> {
  const { userId, session, awaitsFactor } = person
  requireOwnSession(session)
  if (awaitsFactor || hasFactor(await ports.factors.standingOf(userId))) return
  if (session.identifiedBy?.by === 'password' && isFresh(session.startedAt, ports.now())) return
  await requireCurrentPassword(ports, await ports.findUser(userId), currentPassword)
}

/**
 * A secret for an app, which counts once a code of it has come back.
 * @throws {PortalError} SESSION_OF_PROGRAM, CURRENT_PASSWORD_NEEDED, CURRENT_PASSWORD_WRONG, ACCOUNT_LOCKED
 */
export async function beginTotp(ports: AddFactor, person: Person, currentPassword: string | undefined) {
  await requireOwner(ports, person, currentPassword)
  const { factors, totp, findUser, now } = ports
  const { userId } = person
  const { userId: loginName } = await findUser(userId)
  const secret = totp.makeSecret()
  await factors.keepTotpSetup(userId, secret, new Date(now().getTime() + SETUP_MS))
  return totp.describe(secret, loginName)
}

/** @throws {PortalError} FACTOR_SETUP_OVER, FACTOR_CODE_WRONG, FACTOR_NEEDED, SESSION_EXPIRED */
export async function addTotp(ports: AddFactor, person: Person, code: string): Promise<NewFactor> {
  const { factors, totp, now } = ports
  const { userId } = person
  const at = now()
  const setup = await factors.totpSetup(userId, at)
  if (!setup) throw setupOver()
  const step = totp.stepOf(setup.secret, code, at)
  if (step === undefined) throw new PortalError('FACTOR_CODE_WRONG', 'The code is not right, or was used already.')
  const made = makeCodes(userId)
  const added = await factors.addTotp(userId, { sealed: setup.sealed, step }, firstFactor(person, made, at))
  if (added === 'over') throw setupOver()
  return goOn(ports, person, { added, made })
}

/** @throws {PortalError} those of beginTotp; PASSKEYS_UNAVAILABLE, TOO_MANY_PASSKEYS */
export async function beginPasskey(
  ports: AddFactor,
  person: Person,
  {
    pageOrigin,
    currentPassword,
  }: { readonly pageOrigin: string | undefined; readonly currentPassword: string | undefined },
) {
  const { passkeys, protocol, findUser, now } = ports
  const party = requireRelyingParty(protocol, pageOrigin)
  await requireOwner(ports, person, currentPassword)
  const [own, user] = await Promise.all([passkeys.ofUser(person.userId), findUser(person.userId)])
  if (own.length >= MOST_PASSKEYS) throw tooMany()
  const challenge = makeChallenge()
  await passkeys.keepChallenge(challenge, purposeOf(person, 'add'), new Date(now().getTime() + CHALLENGE_MS))
  return { challenge, party, own, timeout: CHALLENGE_MS, user: { id: person.userId, ...user, loginName: user.userId } }
}

/**
 * Keeps a passkey that an authenticator has made.
 * @throws {PortalError} PASSKEY_REFUSED, PASSKEY_EXISTS, TOO_MANY_PASSKEYS, FACTOR_NEEDED, SESSION_EXPIRED
 */
export async function addPasskey(
  ports: AddFactor,
  person: Person,
  { name, attestation }: { readonly name: string; readonly attestation: AttestationOfPasskey },
): Promise<NewFactor> {
  const { passkeys, protocol, log, now } = ports
  const { userId } = person
  const { clientDataJSON, transports } = attestation.response
  const challenge = await takeChallenge(ports, clientDataJSON, purposeOf(person, 'add'))
  const verified = await protocol.verifyAttestation(attestation, challenge)
  if (isRefused(verified)) {
    log.info({ userId, because: verified.refused }, 'A passkey was refused.')
    throw passkeyRefused()
  }
  const made = makeCodes(userId)
  const passkey = { id: randomUUID(), userId, name, transports, ...verified }
  const added = await passkeys.add(passkey, firstFactor(person, made, now()), MOST_PASSKEYS)
  if (added === 'known') throw new PortalError('PASSKEY_EXISTS', 'This passkey is here already.')
  if (added === 'too-many') throw tooMany()
  return goOn(ports, person, { added, made })
}

const firstFactor = ({ session, awaitsFactor }: Person, { hashes }: MadeCodes, at: Date) => ({
  ...{ at, session, codeHashes: hashes, onlyFirst: awaitsFactor === true },
})

async function goOn(
  ports: AddFactor,
  person: Person,
  { added, made }: { readonly added: AddedFactor; readonly made: MadeCodes },
): Promise<NewFactor> {
  if (added === 'session-over') throw new PortalError('SESSION_EXPIRED', 'This session has ended meanwhile.')
  if (added === 'not-first') throw factorNeeded()
  const token = await goOnWithFactor(ports, person)
  return { token, recoveryCodes: added === 'first' ? made.codes : null }
}

const setupOver = () => new PortalError('FACTOR_SETUP_OVER', 'The time to set up the app is over. Begin again.')
const tooMany = () =>
  new PortalError('TOO_MANY_PASSKEYS', 'There are too many passkeys. Remove one first.', {
    facts: { Most: MOST_PASSKEYS },
  })
