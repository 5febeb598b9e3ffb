import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { Acting } from '../../sessions/ports.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { requireRoom } from '../batch/prepare-batch.ts'
import { chooseCertificate, requireHolder, type ChooseCertificate } from '../key/choose-certificate.ts'
import type { CountedRun, NewItem, NewRun, RunStore } from './ports.ts'

export interface BeginRun extends ChooseCertificate {
  readonly runs: RunStore
  /** Whether the provider makes a certificate for each signature. @throws {PortalError} when this person may not use it */
  readonly requireOnDemand: (userId: string, certType: string) => Promise<void>
  readonly providerWay: (certType: string) => string | undefined
  /** Has the run worked on at once where this process works on runs. */
  readonly wakeRuns: () => void
}

export interface RunOrder extends Acting {
  /** This, or the type of certificates that are made for each signature. */
  readonly certificateId: string | undefined
  readonly certType: string | undefined
  readonly accessMethod: AccessMethod
  /** Of a certificate that does not say whose it is, the name that the person has confirmed. */
  readonly confirmedHolder?: string | undefined
  readonly items: readonly NewItem[]
  /** The same key gives the same run. */
  readonly key?: string | undefined
}

/** Bytes that nobody authorises, and values that are not embedded, are kept so long at most. */
export const RUN_MS = 24 * 60 * 60_000

/**
 * Begins a signing run: its documents are prepared by whoever works on runs, then it waits for its person. Where they
 * confirm each document elsewhere, each is prepared just before.
 * @throws {PortalError} those of chooseCertificate, requireHolder and requireOnDemand; CERTIFICATE_NOT_FOR_RUNS;
 *   BATCH_TOO_LARGE
 */
export async function beginRun(needs: BeginRun, order: RunOrder): Promise<CountedRun> {
  const items = new Map(order.items.map((item) => [item.signerId.toLowerCase(), item]))
  const key = await chooseKey(needs, order, items.size)
  const at = needs.now()
  const run = await needs.runs.insert({
    ...{ id: randomUUID(), key: order.key, userId: order.userId, identifiedBy: order.identifiedBy },
    ...{ office: order.office, accessMethod: order.accessMethod, confirmedHolder: order.confirmedHolder },
    ...key,
    items: [...items].map(([signerId, item]) => ({ ...item, signerId })),
    ...{ at, expiresAt: new Date(at.getTime() + RUN_MS) },
  })
  needs.wakeRuns()
  return run
}

async function chooseKey(
  needs: BeginRun,
  order: RunOrder,
  count: number,
): Promise<Pick<NewRun, 'certificateId' | 'certType' | 'state'>> {
  const { userId, certType } = order
  if (certType !== undefined) {
    await needs.requireOnDemand(userId, certType)
    return { certificateId: undefined, certType, state: 'needs-person' }
  }
  const certificate = await chooseCertificate(needs, order)
  requireHolder(needs, certificate, order.confirmedHolder)
  const key = { certificateId: certificate.id, certType: undefined }
  if (!isConfirmedEach(needs, certificate)) {
    requireRoom(certificate, count)
    return { ...key, state: 'preparing' }
  }
  if (!certificate.pinRequired) return { ...key, state: 'needs-person' }
  throw new PortalError('CERTIFICATE_NOT_FOR_RUNS', 'This certificate asks for a PIN with each document')
}

/** Whether its person confirms each document at the provider's page or on their phone. */
export const isConfirmedEach = (
  { providerWay }: Pick<BeginRun, 'providerWay'>,
  { type, authenticationType }: Pick<SigningCertificate, 'type' | 'authenticationType'>,
): boolean => providerWay(type) === 'errand' && authenticationType !== 'PIN'
