/** Each person of a draft, and the document as they will see it. Nothing here knows the screen. */
import type { PreviewedDocument } from '../../../shared/document-parts/previewed-document.ts'
import type { PagePlace } from '../../../shared/page-viewer/places/turn-place.ts'
import { tagsOf, type Draft, type DraftFile, type DraftSigner, type UploadedFile } from '../draft.ts'
import { placesToSend } from '../place-signatures.ts'
import { deadlineInstant } from '../deadline.ts'
import type { Place } from '../../../shared/placing/places.ts'

export type ReadyFile = Extract<DraftFile, { state: 'ready' }>

/** Somebody on whose screen the document is looked at. */
export interface PreviewedPerson {
  readonly key: string
  readonly as: 'signer' | 'approver' | 'copy'
  readonly userId: string
  readonly name: string
  /** Who signs: they themselves, or whom they approve for; undefined for a copy. */
  readonly signer: DraftSigner | undefined
}

/** In the order in which they are asked. */
export const peopleOf = ({ signers, copies }: Draft): PreviewedPerson[] => [
  ...signers.flatMap((signer): PreviewedPerson[] => [
    ...signer.approvers.map(({ userId, name }) => ({
      ...{ key: `approver ${signer.userId} ${userId}`, as: 'approver' as const, userId, name, signer },
    })),
    { key: `signer ${signer.userId}`, as: 'signer', userId: signer.userId, name: signer.name, signer },
  ]),
  ...copies.map(({ userId, name }): PreviewedPerson => {
    return { key: `copy ${userId}`, as: 'copy', userId, name, signer: undefined }
  }),
]

/** Where a signer signs on a file: boxes, and words below which a box comes when it is sent. */
export function placesOf(draft: Draft, file: ReadyFile, signer: DraftSigner) {
  const mine = placesToSend(draft, file)[draft.signers.indexOf(signer)] ?? []
  return {
    boxes: mine.filter((place): place is Place => !('anchor' in place)),
    words: mine.flatMap((place) => ('anchor' in place ? [place.anchor] : [])),
  }
}

/** What goes along with a file for somebody who signs, and for those who approve it; nothing for a copy. */
export const attachmentsFor = ({ attachments }: Draft, file: ReadyFile, { signer }: PreviewedPerson) =>
  attachments.flatMap((one) => {
    if (one.state !== 'ready') return []
    const { key, name, size, uploaded, document, signers } = one
    const isOfFile = document === null || document === file.key
    const isTheirs = signer !== undefined && (signers.length === 0 || signers.includes(signer.userId))
    return isOfFile && isTheirs ? [{ key, name: name.trim(), size, uploaded }] : []
  })

/** A box in shares of its page. */
export function shareOf({ page, x, y, width, height }: Place, { pages }: UploadedFile): PagePlace | undefined {
  const size = pages[page - 1]
  if (!size) return undefined
  return {
    Page: page,
    ...{ Left: x / size.width, Top: 1 - (y + height) / size.height },
    ...{ Width: width / size.width, Height: height / size.height },
  }
}

interface Sending {
  readonly senderName: string
  readonly now: Date
}

/** All that is the same for everybody. */
export const documentOf = (draft: Draft, file: ReadyFile, { senderName, now }: Sending) => ({
  fileName: file.name.trim(),
  senderName,
  description: draft.message.trim(),
  tag: tagsOf(draft).join(','),
  sentAt: now.toISOString(),
  deadline: draft.deadline === undefined ? null : deadlineInstant(draft.deadline).toISOString(),
  signers: draft.signers.map(({ userId, name, stage, approvers }): PreviewedDocument['signers'][number] => ({
    ...{ SignerName: name, OperationTime: '', SignatureStatus: 'Unsigned', GUID: userId, Approvers: [] },
    UploadTime: stage === 1 && approvers.length === 0 ? now.toISOString() : '',
  })),
})

/** The words of a signature, as the server writes them. */
export const stampLines = ({ name, reason }: DraftSigner, now: Date): string[] => [
  name,
  `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ...(reason.trim() === '' ? [] : [reason.trim()]),
]
