/** A draft as the server keeps it, and back. */
import type { DraftContent, SendingDraft } from '@rubrica/contract'
import {
  NOTHING_ASKED,
  type Draft,
  type DraftAttachment,
  type DraftFile,
  type DraftPerson,
  type DraftSigner,
  type FileState,
} from '../draft.ts'

const personOf = ({ userId, name, mailDomain, canSign, role }: DraftPerson) => ({
  ...{ userId, name, mailDomain, canSign },
  ...(role !== undefined && { role }),
})

/** What is kept of a draft. Progress and refusals of uploads are not. */
export function contentOf(draft: Draft): DraftContent {
  const { files, attachments, signers, copies, deadline, reminders, places, template, ...said } = draft
  return {
    ...said,
    ...(reminders && { reminders }),
    ...(template && { template: { ...template, locks: [...template.locks] } }),
    files: files.map(({ description, ...file }) => ({
      ...fileOf(file),
      attachments: [],
      ...(description !== undefined && { description }),
    })),
    attachments: attachments.map((one) => ({ ...fileOf(one), document: one.document, signers: [...one.signers] })),
    signers: signers.map(keptSigner),
    copies: copies.map(personOf),
    deadline: deadline ?? null,
    places: { boxes: [...places.boxes], words: [...places.words] },
  }
}

const fileOf = (file: DraftFile | DraftAttachment) => ({
  ...{ key: file.key, name: file.name, size: file.size },
  file: file.state === 'ready' ? file.uploaded.id : null,
})

function keptSigner({ guest, disclaimer, certificate, certificateType, privateMessage, ...signer }: DraftSigner) {
  const { stage, reason, readAll, delegable, approvers } = signer
  const isAgreed = disclaimer.title !== '' || disclaimer.text !== ''
  return {
    ...personOf(signer),
    ...{ stage, reason, readAll, delegable, approvers: approvers.map(personOf) },
    ...(isAgreed && { disclaimer }),
    ...(certificate && { certificate }),
    ...(certificateType !== '' && { certificateType }),
    ...(privateMessage !== '' && { privateMessage }),
    ...(guest && { guest }),
  }
}

/** A kept draft to go on with. Files that the server no longer has, or never had to their end, are lost. */
export function draftOf({ content, files: uploads }: Pick<SendingDraft, 'content' | 'files'>): Draft {
  const { files, attachments, signers, deadline, ...named } = content
  const stateOf = (id: string | null): FileState => {
    const uploaded = uploads.find((one) => one.id === id)
    if (!uploaded) return { state: 'lost' }
    const { sha256, pages, findings } = uploaded
    return { state: 'ready', uploaded: { id: uploaded.id, sha256, pages, findings: findings.map(({ code }) => code) } }
  }
  // Programs may have named what goes along with each file.
  const alongFiles = files.flatMap((of) =>
    of.attachments.flatMap((id): DraftAttachment[] => {
      const uploaded = uploads.find((one) => one.id === id)
      const whose = { document: files.length > 1 ? of.key : null, signers: [] }
      return uploaded ? [{ key: id, name: uploaded.name, size: uploaded.size, ...stateOf(id), ...whose }] : []
    }),
  )
  return {
    ...named,
    deadline: deadline ?? undefined,
    files: files.map(({ key, name, size, file, description }) => ({
      ...{ key, name, size },
      ...stateOf(file),
      ...(description !== undefined && { description }),
    })),
    attachments: [...attachments.map(({ file, ...one }) => ({ ...one, ...stateOf(file) })), ...alongFiles],
    signers: signers.map((signer) => ({ ...NOTHING_ASKED, ...signer })),
  }
}

/** The same for contents that say the same, whatever order their members stand in. */
export const fingerprintOf = (content: DraftContent): string => JSON.stringify(sorted(content))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
