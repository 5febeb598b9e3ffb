import { senderApi } from '../../../shared/sending/sender-api.ts'
import { tagsOf, type Draft, type DraftPerson, type DraftSigner } from '../draft.ts'
import { wishOf } from '../../../shared/sending/guests/guest.ts'
import { dispatchOf } from '../send-draft.ts'
import { isUnfilled } from './roles.ts'

interface FromTemplate {
  readonly subscription: string | undefined
  readonly key: string
  readonly draftId: string | undefined
}

/** Sends what a template was made of: what it locks is left to it. */
export function sendFromTemplate(draft: Draft, { subscription, key, draftId }: FromTemplate) {
  const { guid, version } = draft.template!
  return senderApi.sendFromTemplate({
    params: { templateId: guid! },
    query: { subscription },
    headers: { 'idempotency-key': key },
    body: { ...asUse(draft), version, ...(draftId !== undefined && { draft: draftId }) },
  })
}

/** What is said of a template’s use: everything that it does not lock. */
export function asUse(draft: Draft) {
  const { documents, message, signers, ...rest } = dispatchOf(draft)
  const isFree = (part: string) => !draft.template!.locks.some((lock) => lock === part)
  return {
    roles: takersOf(draft),
    ...neverLocked(draft),
    ...(isFree('files') && { documents }),
    ...(!isFree('files') && isFree('title') && { fileNames: documents.map(({ fileName }) => fileName) }),
    ...(isFree('people') && { signers, copies: draft.copies.map(({ userId }) => ({ userId })) }),
    ...(!isFree('people') && isFree('places') && { positions: signers.map(({ positions }) => positions) }),
    ...(isFree('message') && { message }),
    ...(isFree('tags') && { tags: tagsOf(draft) }),
    ...(isFree('deadline') && { deadline: 'deadline' in rest ? rest.deadline : null }),
  }
}

const neverLocked = ({ team, reminders, passingOn }: Draft) => ({
  ...(team !== null && { team }),
  reminders: reminders ?? null,
  passingOn,
})

function takersOf({ signers }: Draft) {
  const everybody: readonly (DraftPerson & Pick<DraftSigner, 'guest'>)[] = [
    ...signers,
    ...signers.flatMap(({ approvers }) => approvers),
  ]
  const filled = everybody.filter((one) => one.role !== undefined && !isUnfilled(one))
  return Object.fromEntries(
    filled.map(({ role, userId, name, guest }) => [role!, guest ? { guest: wishOf(name, guest) } : { userId }]),
  )
}
