import { PortalError } from '@rubrica/domain'
import { digestOf } from '../../digest-of.ts'
import { callerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import type { Watcher } from '../ports.ts'
import { unknownDocument } from './change-document.ts'
import { isOver } from './judge-signers.ts'
import type { ChangeableDocument, ChangeableSigner, ChangeStore, Reminded } from './ports.ts'

/** Nobody is reminded of a document more often. */
const PAUSE_MS = 4 * 60 * 60_000

/** @returns when somebody may be reminded who was reminded then */
export const remindableAt = (remindedAt: Date): Date => new Date(remindedAt.getTime() + PAUSE_MS)

export interface RemindRequest {
  readonly watcher: Watcher
  readonly documentId: string
  /** Ids of signers and approvers; everybody whose turn it is without them. */
  readonly people?: readonly string[] | undefined
  readonly idempotencyKey: string | undefined
}

/**
 * Reminds by mail everybody whose turn it is, or those of them who are named.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE; REMINDED_RECENTLY with the fact RemindableAt,
 *   SIGNER_BUSY where the only ones are signing; SIGNER_NOT_FOUND where it is the turn of none who is named
 */
export function remindPeople(
  ports: RunOnce & { readonly changes: ChangeStore },
  { watcher, documentId, people, idempotencyKey: key }: RemindRequest,
): Promise<Reminded> {
  const caller = callerOf(watcher)
  const call = `POST /v1/documents/${documentId.toLowerCase()}/reminders`
  return runOnce(
    ports,
    key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf(people ? { people } : {}) },
    {
      act: async (lease) => {
        const at = ports.now()
        const notSince = new Date(at.getTime() - PAUSE_MS)
        const end = (answer: Reminded) => lease && { lease, answer, until: keptUntil(at) }
        const only = people?.map((id) => id.toLowerCase())
        const judge = judgeFor(only)
        const result = await ports.changes.remind({ watcher, documentId, only, at, notSince, end }, judge)
        if (!result) throw unknownDocument()
        return result
      },
      replay: (kept) => Promise.resolve(revive(kept as Kept)),
    },
  )
}

const judgeFor = (only: readonly string[] | undefined) => (document: ChangeableDocument, result: Reminded) => {
  if (!document.isOpen) throw isOver()
  const { reminded, tooSoon } = result
  if (reminded.length > 0) return
  if (tooSoon.length === 0) {
    const isSigning = ({ id, state }: ChangeableSigner) => state === 'signing' && (only?.includes(id) ?? true)
    if (only && !document.signers.some(isSigning)) {
      throw new PortalError('SIGNER_NOT_FOUND', 'It is the turn of none of those who are named.')
    }
    throw new PortalError('SIGNER_BUSY', 'Whose turn it is is signing at this moment.')
  }
  const first = Math.min(...tooSoon.map(({ remindedAt }) => remindedAt.getTime()))
  const until = remindableAt(new Date(first)).toISOString()
  throw new PortalError('REMINDED_RECENTLY', `Everybody was reminded just now. It is possible again at ${until}.`, {
    facts: { RemindableAt: until },
  })
}

/** A result as JSON keeps it. */
interface Kept extends Omit<Reminded, 'tooSoon'> {
  readonly tooSoon: readonly (Reminded['reminded'][number] & { readonly remindedAt: string })[]
}

const revive = ({ reminded, tooSoon }: Kept): Reminded => ({
  reminded,
  tooSoon: tooSoon.map((one) => ({ ...one, remindedAt: new Date(one.remindedAt) })),
})
