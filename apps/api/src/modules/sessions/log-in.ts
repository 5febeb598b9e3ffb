import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import {
  FACTOR_SCOPE,
  PORTAL_SCOPE,
  type Account,
  type AccountStore,
  type IssuedToken,
  type LockPolicy,
  type LoginTry,
  type Passwords,
  type Tokens,
} from './ports.ts'

/** Ten wrong passwords in a row close an account for a quarter of an hour, or until an operator unlocks it. */
export const LOCK_POLICY: LockPolicy = { tries: 10, lockMs: 15 * 60_000 }

export interface LogInPorts {
  readonly accounts: AccountStore
  readonly passwords: Passwords
  readonly tokens: Tokens
  /** Whether a password is not enough for this person, in a browser that brings this secret. */
  readonly needsFactor: (userId: string, device: string | undefined) => Promise<boolean>
  readonly log: Log
  readonly now: () => Date
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly scope: string
}

/**
 * Exchanges a password for a token of the portal. Unknown names cost the same time, answer the same and lock the same.
 * @param device the secret of a browser that was remembered
 * @returns a token of a narrow scope where the person has yet to show a second factor
 * @throws {PortalError} BAD_REQUEST (scope), INVALID_CREDENTIALS, ACCOUNT_LOCKED
 */
export async function logIn(
  ports: LogInPorts,
  credentials: Credentials,
  device?: string,
): Promise<IssuedToken & { readonly scope: typeof FACTOR_SCOPE | typeof PORTAL_SCOPE }> {
  requirePortalScope(credentials.scope)
  const account = await provePassword(ports, credentials)
  const scope = (await ports.needsFactor(account.userId, device)) ? FACTOR_SCOPE : PORTAL_SCOPE
  const token = await ports.tokens.issue({
    subject: account.userId,
    kind: 'person',
    scope,
    legalId: account.legalId,
    generation: account.tokenGeneration,
    identifiedBy: { by: 'password' },
  })
  return { ...token, scope }
}

/**
 * Whose password this is.
 * @throws {PortalError} INVALID_CREDENTIALS, ACCOUNT_LOCKED
 */
export async function provePassword(
  ports: Pick<LogInPorts, 'accounts' | 'passwords' | 'log' | 'now'>,
  credentials: Omit<Credentials, 'scope'>,
): Promise<Account> {
  const { attempt, isRight } = await tryPassword(ports, credentials)
  if (attempt.state === 'locked') throw locked(attempt.until)
  const account = attempt.state === 'taken' ? attempt.account : undefined
  if (!account || !isRight) {
    await logFailure(ports, { userId: account?.userId, isLast: attempt.isLast })
    throw invalid()
  }
  await ports.accounts.forgetTries(account.userId)
  return account
}

/**
 * Takes a try and, meanwhile, hashes the password: both take as long as the slower of the two. What the hash says
 * counts only once the try is taken, and only if it was compared with the password that the account had at that moment.
 */
async function tryPassword(
  { accounts, passwords, now }: Pick<LogInPorts, 'accounts' | 'passwords' | 'now'>,
  { username, password }: Omit<Credentials, 'scope'>,
): Promise<{ readonly attempt: LoginTry; readonly isRight: boolean }> {
  const at = now()
  const outlook = await accounts.lookUp(username, LOCK_POLICY, at)
  const take = () => accounts.takeTry(username, LOCK_POLICY, at)
  // Nothing is hashed for an account that takes no tries.
  if (outlook.isLocked) {
    const attempt = await take()
    return { attempt, isRight: attempt.state !== 'locked' && (await passwords.matches(password, hashOf(attempt))) }
  }
  const [attempt, wasRight] = await Promise.all([take(), passwords.matches(password, outlook.passwordHash)])
  const isSame = attempt.state === 'locked' || hashOf(attempt) === outlook.passwordHash
  return { attempt, isRight: isSame ? wasRight : await passwords.matches(password, hashOf(attempt)) }
}

const hashOf = (attempt: LoginTry) => (attempt.state === 'taken' ? attempt.account.passwordHash : null)

/** Takes the same steps for a name that nobody has, which may be a password, and is given to nobody. */
async function logFailure(
  { accounts, log, now }: Pick<LogInPorts, 'accounts' | 'log' | 'now'>,
  { userId, isLast }: { readonly userId: string | undefined; readonly isLast: boolean },
): Promise<void> {
  log.info({ userId: userId ?? null }, 'Somebody tried to log in in vain.')
  if (!isLast) return
  const isLocked = await accounts.spendTry(userId ?? randomUUID(), LOCK_POLICY, now())
  if (isLocked) log.warn({ userId }, 'An account is locked after too many tries in vain.')
}

function requirePortalScope(scope: string): void {
  if (scope === PORTAL_SCOPE) return
  throw new PortalError('BAD_REQUEST', 'The scope is not one that a password opens.', {
    facts: { Field: 'body.scope' },
  })
}

const invalid = () => new PortalError('INVALID_CREDENTIALS', 'The user or the password is not right.')

const locked = (until: Date) =>
  new PortalError('ACCOUNT_LOCKED', 'The account is locked after too many wrong passwords. Try again later.', {
    facts: { Until: until.toISOString() },
  })
