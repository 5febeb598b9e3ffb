/** When a person is asked for their second factor. */
import { PortalError } from '@rubrica/domain'
import type { Person } from '../sessions/ports.ts'
import type { DeviceStore, FactorStanding, FactorStore } from './ports.ts'

/** What was shown opens for so long what asks for a fresh proof. */
const FRESH_MS = 10 * 60_000

export interface AskFactors {
  readonly factors: Pick<FactorStore, 'standingOf'>
  readonly now: () => Date
}

export const hasFactor = ({ passkeys, hasTotp }: FactorStanding): boolean => passkeys > 0 || hasTotp

export const factorNeeded = () => new PortalError('FACTOR_NEEDED', 'Show your second factor first.')

export const isFresh = (shownAt: Date | undefined, at: Date): boolean =>
  shownAt !== undefined && at.getTime() - shownAt.getTime() < FRESH_MS

/**
 * Whether a password alone does not let this person in: they have a factor, or are to have one.
 * @param device the secret of the browser, if it was remembered for somebody
 */
export async function needsFactor(
  { factors, devices, now }: AskFactors & { readonly devices: Pick<DeviceStore, 'recognise'> },
  userId: string,
  device: string | undefined,
): Promise<boolean> {
  const standing = await factors.standingOf(userId)
  if (!hasFactor(standing)) return standing.isDemanded
  return device === undefined || !(await devices.recognise(userId, device, now()))
}

/** Of who has a factor. @throws {PortalError} FACTOR_NEEDED unless it was shown within the last minutes */
export async function requireFreshFactor(
  { factors, now }: AskFactors,
  { userId, session }: Pick<Person, 'userId' | 'session'>,
): Promise<void> {
  if (isFresh(session.factorAt, now())) return
  if (hasFactor(await factors.standingOf(userId))) throw factorNeeded()
}

/**
 * For what a password opens outside a session: the person shows by a session of theirs that they have given the factor,
 * too.
 * @param findPerson who bears a token of a session
 * @throws {PortalError} FACTOR_NEEDED; FACTOR_SETUP_NEEDED for who is to have one and has none
 */
export async function requireFactorBeside(
  { factors, findPerson, now }: AskFactors & { readonly findPerson: (token: string) => Promise<Person | undefined> },
  userId: string,
  token: string | undefined,
): Promise<void> {
  const standing = await factors.standingOf(userId)
  if (hasFactor(standing)) {
    const person = token === undefined ? undefined : await findPerson(token)
    if (person?.userId === userId && isFresh(person.session.factorAt, now())) return
    throw factorNeeded()
  }
  if (standing.isDemanded) throw new PortalError('FACTOR_SETUP_NEEDED', 'Log in and set up a second factor first.')
}
