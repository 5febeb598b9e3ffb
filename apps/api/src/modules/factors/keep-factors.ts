/** What a person sees of their factors, and takes away. */
import { PortalError } from '@rubrica/domain'
import type { DeviceStore, FactorStore, PasskeyStore, RemovedFactor } from './ports.ts'

export interface KeepFactors {
  readonly factors: FactorStore
  readonly passkeys: PasskeyStore
  readonly devices: DeviceStore
  readonly now: () => Date
}

export async function listFactors({ factors, passkeys, devices, now }: KeepFactors, userId: string) {
  const [standing, totp, own, remembered] = await Promise.all([
    factors.standingOf(userId),
    factors.totpOf(userId),
    passkeys.ofUser(userId),
    devices.ofUser(userId, now()),
  ])
  return { standing, totp, passkeys: own, devices: remembered }
}

/** @throws {PortalError} NOT_FOUND, FACTOR_DEMANDED for the last factor of who has to have one */
export async function removeTotp({ factors, now }: KeepFactors, userId: string): Promise<void> {
  requireRemoved(await factors.removeTotp(userId, now()))
}

/** @throws {PortalError} NOT_FOUND, FACTOR_DEMANDED for the last factor of who has to have one */
export async function removePasskey({ passkeys, now }: KeepFactors, userId: string, id: string): Promise<void> {
  requireRemoved(await passkeys.remove(userId, id, now()))
}

/** @throws {PortalError} NOT_FOUND */
export async function forgetDevice({ devices }: KeepFactors, userId: string, id: string): Promise<void> {
  if (!(await devices.forget(userId, id))) throw notFound()
}

function requireRemoved(outcome: RemovedFactor): void {
  if (outcome === 'unknown') throw notFound()
  if (outcome === 'demanded') {
    throw new PortalError('FACTOR_DEMANDED', 'Your organisation asks for a second factor. Add another one first.')
  }
}

const notFound = () => new PortalError('NOT_FOUND', 'There is nothing at this address.')
