import { senderApi } from '../../shared/sending/sender-api.ts'
import { deadlineInstant } from './deadline.ts'
import { tagsOf, type Draft, type DraftFile, type DraftSigner } from './draft.ts'
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
  return senderApi.sendDispatch({
    query: { subscription },
    headers: { 'idempotency-key': key },
    body: { ...dispatchOf(draft), ...(draftId !== undefined && { draft: draftId }) },
  })
}

/** A draft as the server takes it. */
export function dispatchOf(draft: Draft) {
  const files = draft.files.filter((file): file is ReadyFile => file.state === 'ready')
  const message = draft.message.trim()
  const places = files.map((file) => placesToSend(draft, file))
  return {
    documents: files.map((file) => ({
      file: file.uploaded.id,
      fileName: file.name.trim(),
      description: file.description?.trim() || message,
      tags: tagsOf(draft),
      attachments: attachmentsOf(draft, file),
    })),
    message,
    ...(draft.team !== null && { team: draft.team }),
    ...(draft.deadline && { deadline: deadlineInstant(draft.deadline).toISOString() }),
    ...(draft.reminders && { reminders: draft.reminders }),
    ...(draft.passingOn !== 'no' && { passingOn: draft.passingOn }),
    signers: draft.signers.map((signer, index) => ({
      ...asAsked(signer),
      positions: places.flatMap((ofFile, document) => ofFile[index]!.map((place) => ({ document, ...place }))),
    })),
    ...(draft.copies.length > 0 && { copies: draft.copies.map(({ userId }) => ({ userId })) }),
  }
}

/** An attachment that is named by nobody who signs is for all of them. */
function attachmentsOf({ attachments, signers }: Draft, { key }: ReadyFile) {
  return attachments.flatMap((one) => {
    if (one.state !== 'ready' || (one.document !== null && one.document !== key)) return []
    const places = one.signers.map((userId) => signers.findIndex((signer) => signer.userId === userId))
    return [{ file: one.uploaded.id, signers: places.filter((place) => place >= 0) }]
  })
}

const said = (text: string) => text.trim() || undefined

function asAsked({ userId, name, guest, stage, readAll, delegable, approvers, disclaimer, ...asked }: DraftSigner) {
  const [title, text] = [said(disclaimer.title), said(disclaimer.text)]
  return {
    ...(guest ? { guest: wishOf(name, guest) } : { userId }),
    ...{ stage, readAll, delegable, reason: said(asked.reason), privateMessage: said(asked.privateMessage) },
    ...(title !== undefined && text !== undefined && { disclaimer: { title, text } }),
    ...(asked.certificate && { certificate: asked.certificate.guid }),
    ...(asked.certificateType !== '' && !asked.certificate && { certificateType: asked.certificateType }),
    approvers: approvers.map((approver) => ({ userId: approver.userId })),
  }
}
