import { eachAtMost, PortalError, together } from '@rubrica/domain'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { requireAccepted, type RequireAccepted } from '../../accepted-disclaimer.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { findPending } from '../claim/find-pending.ts'
import { requireSignable } from '../key/choose-certificate.ts'
import { prepareToKeep, type PrepareDocument } from '../make/prepare-document.ts'
import type { SigningStore } from '../ports.ts'
import { RUN_MS } from './begin-run.ts'
import { inTurn } from './in-turn.ts'
import type { HeldRun, PreparedItem, QueuedItem, RunWork } from './ports.ts'

export interface PrepareRun extends PrepareDocument, RequireAccepted {
  readonly work: RunWork
  readonly signing: SigningStore
  readonly unchanged: UnchangedDocuments
  readonly reach: Failpoint
  readonly now: () => Date
  /** Nothing more is begun: others go on with it. */
  readonly isClosing: () => boolean
}

const AT_ONCE = 4

/** Fixes every byte of the documents that wait for it. What cannot be signed is told with its item. */
export async function prepareRun(needs: PrepareRun, run: HeldRun, certificate: SigningCertificate): Promise<void> {
  const { work, now } = needs
  const keep = together((prepared: readonly PreparedItem[]) => work.keepPrepared(run, prepared))
  await eachAtMost(AT_ONCE, unlessClosing(needs, await work.queued(run)), async (item) => {
    const prepared = await inTurn(item, () => prepareItem(needs, { run, item, certificate })).catch(refusalOf)
    if (prepared instanceof PortalError) await work.refuse(run, { id: item.id, code: prepared.code }, now())
    else await keep(prepared)
  })
  await needs.reach('run-prepared')
  const at = now()
  await work.endPreparing(run, { at, until: new Date(at.getTime() + RUN_MS) })
}

/** @returns what an act was refused with @throws every other error */
export function refusalOf(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  throw error
}

/** What is left when the process ends is prepared by another one. */
function* unlessClosing<Item>({ isClosing }: PrepareRun, items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    if (isClosing()) return
    yield item
  }
}

interface ItemOfRun {
  readonly run: HeldRun
  readonly item: QueuedItem
  readonly certificate: SigningCertificate
}

async function prepareItem(needs: PrepareRun, { run, item, certificate }: ItemOfRun): Promise<PreparedItem> {
  const found = await findPending(needs, { ...run, signerId: item.signerId })
  const signature = requireAccepted(needs, found, item.acceptedDisclaimer)
  requireSignable(signature, certificate)
  await needs.unchanged.require(signature.current, { accepted: item.acceptChanges })
  const base = await needs.documents.load(signature.documentId)
  const prepared = await prepareToKeep(needs, { signature, certificate, base }, RUN_MS)
  return { ...prepared, id: item.id, baseRevision: base.revision }
}
