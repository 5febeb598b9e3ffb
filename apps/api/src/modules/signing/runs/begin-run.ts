import { randomUUID } from 'node:crypto'
import { isSameCertificateType, PortalError, type AccessMethod } from '@rubrica/domain'
import type { Acting } from '../../sessions/ports.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { requireRoom } from '../batch/prepare-batch.ts'
import { chooseCertificate, requireHolder, type ChooseCertificate } from '../key/choose-certificate.ts'
import type { CountedRun, NewItem, RunStore } from './ports.ts'

export interface BeginRun extends ChooseCertificate {
  readonly runs: RunStore
  /** Has the run worked on at once where this process works on runs. */
  readonly wakeRuns: () => void
}

export interface RunOrder extends Acting {
  readonly certificateId: string
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
 * Begins a signing run: its documents are prepared by whoever works on runs, then it waits for its person.
 * @throws {PortalError} those of chooseCertificate and requireHolder; CERTIFICATE_NOT_FOR_RUNS; BATCH_TOO_LARGE
 */
export async function beginRun(needs: BeginRun, order: RunOrder): Promise<CountedRun> {
  const certificate = await chooseCertificate(needs, order)
  requireHolder(needs, certificate, order.confirmedHolder)
  requireForRuns(certificate)
  const items = new Map(order.items.map((item) => [item.signerId.toLowerCase(), item]))
  requireRoom(certificate, items.size)
  const at = needs.now()
  const run = await needs.runs.insert({
    ...{ id: randomUUID(), key: order.key, userId: order.userId, identifiedBy: order.identifiedBy },
    office: order.office,
    ...{ certificateId: certificate.id, accessMethod: order.accessMethod, confirmedHolder: order.confirmedHolder },
    items: [...items].map(([signerId, item]) => ({ ...item, signerId })),
    ...{ at, expiresAt: new Date(at.getTime() + RUN_MS) },
  })
  needs.wakeRuns()
  return run
}

/** Types whose person confirms each document on a page of the provider or on their phone. */
const ONE_BY_ONE = ['swisscom', 'ivnosys', 'autofirma']

/** @throws {PortalError} CERTIFICATE_NOT_FOR_RUNS */
function requireForRuns({ type }: Pick<SigningCertificate, 'type'>): void {
  if (!ONE_BY_ONE.some((other) => isSameCertificateType(type, other))) return
  throw new PortalError('CERTIFICATE_NOT_FOR_RUNS', 'Certificates of this type sign one document at a time')
}
