import { randomUUID } from 'node:crypto'
import {
  brokenPasswordRules,
  hasNoLegalId,
  PHONE,
  type CertificateFlag,
  type Language,
  type Role,
} from '@rubrica/domain'
import { chooseSubscriptions } from './manage-subscriptions.ts'
import { OperatorError } from './operator-error.ts'
import type { OperatorPorts, OperatorStore, RegisteredUser, RoleChange } from './ports.ts'

const RULE_WORDS: Readonly<Record<string, string>> = {
  length: '8 to 255 characters',
  digit: 'a digit',
  uppercase: 'an upper-case letter',
  lowercase: 'a lower-case letter',
  special: 'a special character',
  noSpaces: 'no spaces',
}

/** Of people who have none. */
const NO_TYPE = 'GUEST'

export interface UserWish {
  readonly userId: string
  readonly name: string
  readonly legalId: string
  readonly legalIdType: string
  readonly email: string
  readonly phone: string | null
  /** Null for the one that they log in with first. */
  readonly language: Language | null
  readonly password: string
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
  /** Names; empty for the only subscription there is. */
  readonly subscriptions: readonly string[]
}

/** @throws {OperatorError} PASSWORD_WEAK, USER_ID_TAKEN, LEGAL_ID_TAKEN, SUBSCRIPTION_…, VALUE_INVALID */
export async function addUser(ports: OperatorPorts, wish: UserWish): Promise<{ id: string }> {
  checkWords(wish)
  const phone = readPhone(wish.phone)
  checkPassword(wish.password)
  const subscriptions = await chooseSubscriptions(ports.store, wish.subscriptions)
  const id = randomUUID()
  const outcome = await ports.store.addUser({
    ...wish,
    phone,
    id,
    passwordHash: await ports.hashPassword(wish.password),
    subscriptionIds: subscriptions.map((subscription) => subscription.id),
    at: ports.now(),
  })
  if (outcome === 'user-id-taken') throw new OperatorError('USER_ID_TAKEN', `There is already a user "${wish.userId}".`)
  if (outcome === 'legal-id-taken') {
    throw new OperatorError('LEGAL_ID_TAKEN', 'Another user has this legal id.')
  }
  return { id }
}

function checkWords({ userId, name, legalId, legalIdType, email }: UserWish): void {
  const tooLong = [userId, name, email].some((word) => word.length > 255) || legalId.length > 64
  const isEmpty = [userId, name, legalId].some((word) => word.trim() === '')
  if (tooLong || isEmpty || hasNoLegalId(legalId) || legalIdType === NO_TYPE) {
    throw new OperatorError('VALUE_INVALID', 'User id, name and legal id must be there and not be overlong.')
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new OperatorError('VALUE_INVALID', `"${email}" is no e-mail address.`)
}

/** Blanks, hyphens and parentheses are how people write numbers. */
function readPhone(phone: string | null): string | null {
  if (phone === null) return null
  const number = phone.replaceAll(/[\s().-]/g, '')
  if (PHONE.test(number)) return number
  throw new OperatorError('VALUE_INVALID', `"${phone}" is no phone in international form, such as +34600000001.`)
}

function checkPassword(password: string): void {
  const broken = brokenPasswordRules(password)
  if (broken.length === 0) return
  const words = broken.map((rule) => RULE_WORDS[rule] ?? rule).join(', ')
  throw new OperatorError('PASSWORD_WEAK', `The password must have: ${words}.`)
}

/** @throws {OperatorError} USER_UNKNOWN, PASSWORD_WEAK */
export async function setPassword(
  ports: OperatorPorts,
  userId: string,
  wish: { password: string; mustReset: boolean },
): Promise<void> {
  checkPassword(wish.password)
  const { id } = await requireUser(ports.store, userId)
  await ports.store.setPassword(id, await ports.hashPassword(wish.password), wish.mustReset)
}

/**
 * Says where codes go; null for nowhere. @returns the number as it is kept. @throws {OperatorError} USER_UNKNOWN,
 * VALUE_INVALID
 */
export async function setPhone(ports: OperatorPorts, userId: string, phone: string | null): Promise<string | null> {
  const number = readPhone(phone)
  const { id } = await requireUser(ports.store, userId)
  await ports.store.setPhone(id, number)
  return number
}

/**
 * Says who somebody is of whom nothing is proved but an address: an account that a guest has made.
 * @throws {OperatorError} USER_UNKNOWN, VALUE_INVALID, LEGAL_ID_TAKEN, HAS_LEGAL_ID
 */
export async function setLegalId(
  { store }: OperatorPorts,
  userId: string,
  { legalId, type }: { readonly legalId: string; readonly type: string },
): Promise<void> {
  const number = legalId.trim()
  const kind = type.trim()
  if (number === '' || number.length > 64 || hasNoLegalId(number) || kind === '' || kind === NO_TYPE) {
    throw new OperatorError('VALUE_INVALID', 'A legal id and its type must be there and not be overlong.')
  }
  const { id } = await requireUser(store, userId)
  const outcome = await store.setLegalId(id, number, kind)
  if (outcome === 'taken') throw new OperatorError('LEGAL_ID_TAKEN', 'Another user has this legal id.')
  if (outcome === 'has-one') throw new OperatorError('HAS_LEGAL_ID', `${userId} has a legal id, which stays as it is.`)
}

/** Frees an account and its vault keys. @returns how many keys were locked. @throws {OperatorError} USER_UNKNOWN */
export async function unlockUser(ports: OperatorPorts, userId: string): Promise<number> {
  const { id } = await requireUser(ports.store, userId)
  return ports.store.unlock(id)
}

/**
 * For who has lost their second factor: whoever has the password sets up another one, where one is asked for. @returns
 * how many factors they had. @throws {OperatorError} USER_UNKNOWN
 */
export async function resetFactors(ports: OperatorPorts, userId: string): Promise<number> {
  const { id } = await requireUser(ports.store, userId)
  return ports.store.resetFactors(id)
}

/**
 * Grants and takes away certificate types. @returns those the user has now. @throws {OperatorError} USER_UNKNOWN,
 * LEGAL_ID_NEEDED: what is issued or looked at for somebody states a legal id
 */
export async function grantCertificateTypes(
  ports: OperatorPorts,
  userId: string,
  change: { grant: readonly CertificateFlag[]; revoke: readonly CertificateFlag[] },
): Promise<readonly CertificateFlag[]> {
  const user = await requireUser(ports.store, userId)
  if (user.lacksLegalId && change.grant.length > 0) {
    throw new OperatorError('LEGAL_ID_NEEDED', `${userId} has no legal id yet: set it first.`)
  }
  const flags = new Set([...user.certificateFlags, ...change.grant])
  for (const flag of change.revoke) flags.delete(flag)
  await ports.store.setCertificateFlags(user.id, [...flags])
  return [...flags]
}

/**
 * Gives and takes away what a person may do in a subscription besides signing. @param change.subscription its name, the
 * only one when there is none. @returns the roles that they have then. @throws {OperatorError} USER_UNKNOWN,
 * SUBSCRIPTION_UNKNOWN, NOT_A_MEMBER
 */
export async function changeRoles(
  ports: OperatorPorts,
  userId: string,
  { subscription, ...change }: RoleChange & { readonly subscription?: string },
): Promise<readonly Role[]> {
  const { id } = await requireUser(ports.store, userId)
  const [chosen] = await chooseSubscriptions(ports.store, subscription === undefined ? [] : [subscription])
  const roles = await ports.store.changeRoles(id, chosen!.id, change)
  if (!roles) throw new OperatorError('NOT_A_MEMBER', `${userId} is not of the subscription "${chosen!.name}".`)
  return roles
}

/** @throws {OperatorError} USER_UNKNOWN */
export async function requireUser(store: OperatorStore, userId: string): Promise<RegisteredUser> {
  const user = await store.findUser(userId)
  if (!user) throw new OperatorError('USER_UNKNOWN', `There is no user "${userId}".`)
  return user
}
