import { randomBytes, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { PORTAL_SCOPE, type IssuedToken, type Person, type SessionRecords, type Tokens } from '../sessions/ports.ts'
import type { AssertionOfPasskey, ChallengePurpose, DeviceStore, FactorStore, TotpCodes } from './ports.ts'
import { CHALLENGE_MS, provePasskey, type PasskeyPorts } from './prove-passkey.ts'
import { hashOfCode } from './recovery-codes.ts'
import { hasFactor } from './require-factor.ts'

/** Ten wrong codes in a row close the codes of a person for a quarter of an hour, as wrong passwords do an account. */
const FACTOR_LOCK = { tries: 10, lockMs: 15 * 60_000 } as const

/** A browser is remembered for so long. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000
const SECRET_BYTES = 32

export interface ConfirmFactor extends PasskeyPorts {
  readonly factors: FactorStore
  readonly devices: DeviceStore
  readonly totp: TotpCodes
  readonly tokens: Pick<Tokens, 'issue'>
  readonly sessions: SessionRecords
}

/** What a person shows, one of the three. */
export interface Proof {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly assertion?: AssertionOfPasskey | undefined
}

/** By what a person can show that it is they. */
export async function askForFactor(
  { factors, passkeys, protocol, now }: Pick<ConfirmFactor, 'factors' | 'passkeys' | 'protocol' | 'now'>,
  person: Person,
  pageOrigin: string | undefined,
) {
  const { userId } = person
  const [standing, own] = await Promise.all([factors.standingOf(userId), passkeys.ofUser(userId)])
  const party = protocol.relyingParty()
  const isAtHome = party !== null && (pageOrigin === undefined || pageOrigin === party.origin)
  const rest = { standing, mustEnrol: !hasFactor(standing), mayAddPasskey: isAtHome }
  if (!isAtHome || own.length === 0) return { ...rest, request: null }
  const challenge = makeChallenge()
  await passkeys.keepChallenge(challenge, purposeOf(person, 'confirm'), new Date(now().getTime() + CHALLENGE_MS))
  return { ...rest, request: { challenge, rpId: party.id, timeout: CHALLENGE_MS, allowed: own } }
}

export const makeChallenge = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Of a challenge that only this session may answer. */
export const purposeOf = (
  { userId, session }: Pick<Person, 'userId' | 'session'>,
  purpose: 'confirm' | 'add',
): ChallengePurpose => ({ purpose, userId, sessionId: session.id })

/**
 * Takes what a person shows: a log-in that began with a password is complete, a session has a fresh factor.
 * @param browser how the person calls it, if it is to be remembered, and the secret by which it is known already
 * @returns the token to go on with, and the secret of a remembered browser
 * @throws {PortalError} FACTOR_CODE_WRONG, FACTOR_LOCKED, PASSKEY_UNKNOWN, PASSKEY_REFUSED, SESSION_EXPIRED
 */
export async function confirmFactor(
  ports: ConfirmFactor,
  person: Person,
  {
    browser,
    ...proof
  }: Proof & { readonly browser: { readonly name?: string | undefined; secret: string | undefined } },
): Promise<{ readonly token: IssuedToken; readonly device: string | undefined }> {
  await prove(ports, person, proof)
  const token = await goOnWithFactor(ports, person)
  if (browser.name === undefined || !person.awaitsFactor) return { token, device: undefined }
  const at = ports.now()
  const secret = makeChallenge()
  await ports.devices.remember({
    ...{ id: randomUUID(), userId: person.userId, name: browser.name, secret, formerSecret: browser.secret, at },
    expiresAt: new Date(at.getTime() + REMEMBERED_MS),
  })
  ports.log.info({ userId: person.userId }, 'A person has a browser remembered.')
  return { token, device: secret }
}

/** How long a browser keeps its secret. */
export const REMEMBERED_SECONDS = REMEMBERED_MS / 1000

async function prove(ports: ConfirmFactor, person: Person, { code, recoveryCode, assertion }: Proof): Promise<void> {
  if (assertion) {
    await provePasskey(ports, assertion, purposeOf(person, 'confirm'))
    return
  }
  const { factors, log, now } = ports
  const { userId } = person
  const attempt = await factors.takeTry(userId, FACTOR_LOCK, now())
  if (attempt.state === 'locked') {
    throw new PortalError('FACTOR_LOCKED', 'Too many wrong codes. Try again later, or use a passkey.', {
      facts: { Until: attempt.until.toISOString() },
    })
  }
  const isRight = await (code === undefined
    ? isRecoveryCode(ports, userId, recoveryCode ?? '')
    : isCodeOfApp(ports, userId, code))
  if (isRight) return factors.forgetTries(userId)
  log.info({ userId }, 'A code of a second factor was wrong.')
  throw new PortalError('FACTOR_CODE_WRONG', 'The code is not right, or was used already.')
}

async function isCodeOfApp({ factors, totp, now }: ConfirmFactor, userId: string, code: string): Promise<boolean> {
  const secret = await factors.totpSecret(userId)
  const at = now()
  const step = secret && totp.stepOf(secret, code, at)
  return step !== undefined && factors.useTotpStep(userId, step, at)
}

async function isRecoveryCode({ factors, log, now }: ConfirmFactor, userId: string, code: string): Promise<boolean> {
  const left = await factors.useRecoveryCode(userId, hashOfCode(userId, code), now())
  if (left !== undefined) log.info({ userId, left }, 'A person used a recovery code.')
  return left !== undefined
}

/**
 * A new token for who has just shown a factor: the first of a session, or a further one of theirs.
 * @throws {PortalError} SESSION_EXPIRED where the password of before served another log-in meanwhile
 */
export async function goOnWithFactor(
  { tokens, sessions, now }: Pick<ConfirmFactor, 'tokens' | 'sessions' | 'now'>,
  { userId, legalId, session, awaitsFactor }: Person,
): Promise<IssuedToken> {
  const at = now()
  if (awaitsFactor && !(await sessions.useUp(session.id, at))) {
    throw new PortalError('SESSION_EXPIRED', 'This log-in is over. Begin again with your password.')
  }
  const { generation, clientId, identifiedBy } = session
  const begun = awaitsFactor ? {} : { session }
  const person = { subject: userId, kind: 'person', scope: PORTAL_SCOPE, legalId, generation } as const
  return tokens.issue({ ...person, ...begun, clientId, identifiedBy, factorAt: at })
}
