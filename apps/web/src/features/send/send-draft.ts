import { senderApi } from '../../shared/sending/sender-api.ts'
import { tagsOf, type Draft, type DraftFile } from './draft.ts'
import { wishOf } from '../../shared/sending/guests/guest.ts'
import { placesToSend } from './place-signatures.ts'

interface SendOptions {
  readonly subscription: string | undefined
  /** The same for each try, so that a draft whose answer was lost is sent once. */
  readonly key: string
  /** Under which it is kept, and is no longer once it is sent. */
  readonly draftId: string | undefined
}

type ReadyFile = Extract<DraftFile, { state: 'ready' }>

/** Sends a draft of which nothing is missing: all of it or nothing. */
export function sendDraft(draft: Draft, { subscription, key, draftId }: SendOptions) {
  const files = draft.files.filter((file): file is ReadyFile => file.state === 'ready')
  const message = draft.message.trim()
  const places = files.map((file) => placesToSend(draft, file))
  return senderApi.sendDispatch({
    query: { subscription },
    headers: { 'idempotency-key': key },
    body: {
      documents: files.map(({ uploaded, name }) => ({
        file: uploaded.id,
        fileName: name.trim(),
        description: message,
        tags: tagsOf(draft),
        attachments: uploaded.attachments.map((file) => ({ file })),
      })),
      message,
      ...(draftId !== undefined && { draft: draftId }),
      ...(draft.team !== null && { team: draft.team }),
      ...(draft.deadline && { deadline: endOfDay(draft.deadline) }),
      signers: draft.signers.map(({ userId, name, guest, stage, reason, readAll, approvers }, index) => ({
        ...(guest ? { guest: wishOf(name, guest) } : { userId }),
        stage,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        readAll,
        approvers: approvers.map((approver) => ({ userId: approver.userId })),
        positions: places.flatMap((ofFile, document) => ofFile[index]!.map((place) => ({ document, ...place }))),
      })),
      ...(draft.copies.length > 0 && { copies: draft.copies.map(({ userId }) => ({ userId })) }),
    },
  })
}

/** The last second of a day where the person is. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString()
