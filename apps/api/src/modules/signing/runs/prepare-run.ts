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
import type { HeldRun, PreparedItem, QueuedItem, RefusedItem, RunWork } from './ports.ts'

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
  const keep = together((kept: readonly (PreparedItem | RefusedItem)[]) =>
    needs.work.keepPrepared(run, kept, needs.now()),
  )
  await eachAtMost(AT_ONCE, unlessClosing(needs, await needs.work.queued(run)), async (item) => {
    const kept = await inTurn(item, () => prepareItem(needs, { run, item, certificate })).catch((error: unknown) => {
      if (!(error instanceof PortalError)) throw error
      return { id: item.id, code: error.code }
    })
    await keep(kept)
  })
  await needs.reach('run-prepared')
  const at = needs.now()
  await needs.work.endPreparing(run, { at, until: new Date(at.getTime() + RUN_MS) })
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
