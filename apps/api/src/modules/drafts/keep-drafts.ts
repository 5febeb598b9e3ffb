import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import type { Owner } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import { UNUSED_MS } from '../sending/uploads/ports.ts'
import type { Draft, DraftContent, DraftName, DraftStore, DraftWriting, RequireVersion } from './ports.ts'

/** How long a draft is kept after its last change, and its files with it. */
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Of one owner in one subscription. */
const MOST_DRAFTS = 50

export interface DraftPorts extends RunOnce {
  readonly drafts: DraftStore
}

/** The same for one that is somebody else's. */
const noSuchDraft = () => new PortalError('DRAFT_NOT_FOUND', 'There is no such draft.')

/** @throws {PortalError} DRAFT_NOT_FOUND */
export async function findDraft({ drafts, now }: DraftPorts, name: DraftName): Promise<Draft> {
  const draft = await drafts.find(name, now())
  if (!draft) throw noSuchDraft()
  return draft
}

interface NewDraft {
  readonly owner: Owner
  readonly idempotencyKey: string | undefined
  readonly content: DraftContent
}

/**
 * Keeps a draft for 30 days, and its uploads with it. Uploads that are not there (any more) do not keep it from being
 * kept: what has to be chosen again is known by what the draft answers.
 * @throws {PortalError} TOO_MANY_DRAFTS, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE; DRAFT_NOT_FOUND for a repeated
 *   request whose draft was sent or discarded
 */
export function createDraft(ports: DraftPorts, { owner, idempotencyKey: key, content }: NewDraft): Promise<Draft> {
  const keyed =
    key === undefined
      ? undefined
      : { caller: owner, key, call: 'POST /v1/drafts', digest: digestOf({ owner, content }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const name = { owner, id: randomUUID() }
      const at = ports.now()
      const end = lease && { lease, answer: { id: name.id }, until: keptUntil(at) }
      if (!(await ports.drafts.insert(name, writingOf(content, at), { most: MOST_DRAFTS, end }))) {
        throw new PortalError('TOO_MANY_DRAFTS', `You have ${MOST_DRAFTS} drafts already. Send or discard one.`, {
          facts: { Limit: MOST_DRAFTS },
        })
      }
      return findDraft(ports, name)
    },
    replay: (kept) => findDraft(ports, { owner, id: (kept as { id: string }).id }),
  })
}

/** @throws {PortalError} DRAFT_NOT_FOUND, and what `require` throws */
export async function changeDraft(
  ports: DraftPorts,
  { content, require, ...name }: DraftName & { readonly content: DraftContent; readonly require: RequireVersion },
): Promise<Draft> {
  if (!(await ports.drafts.change(name, writingOf(content, ports.now()), require))) throw noSuchDraft()
  return findDraft(ports, name)
}

/** Its files can be sent for another day. @throws {PortalError} DRAFT_NOT_FOUND, and what `require` throws */
export async function deleteDraft(
  { drafts, now }: DraftPorts,
  { require, ...name }: DraftName & { readonly require: RequireVersion },
): Promise<void> {
  const at = now()
  if (!(await drafts.delete(name, { at, releasedUntil: releasedUntil(at) }, require))) throw noSuchDraft()
}

const releasedUntil = (at: Date) => new Date(at.getTime() + UNUSED_MS)

function writingOf(content: DraftContent, at: Date): DraftWriting {
  const { files, signers } = content
  const summary = { title: files[0]?.name ?? '', files: files.length, people: signers.map(({ name }) => name) }
  return { content, summary, at, expiresAt: new Date(at.getTime() + KEPT_MS), releasedUntil: releasedUntil(at) }
}
