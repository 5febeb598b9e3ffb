/** A draft as the server keeps it, and back. */
import type { DraftContent, SendingDraft } from '@rubrica/contract'
import type { Draft, DraftFile, DraftPerson } from '../draft.ts'

const personOf = ({ userId, name, mailDomain, canSign }: DraftPerson) => ({ userId, name, mailDomain, canSign })

/** What is kept of a draft. Progress and refusals of uploads are not. */
export function contentOf(draft: Draft): DraftContent {
  const { files, signers, copies, message, deadline, tags, isVisible, team, places } = draft
  return {
    files: files.map((file) => ({
      key: file.key,
      name: file.name,
      size: file.size,
      file: file.state === 'ready' ? file.uploaded.id : null,
      attachments: file.state === 'ready' ? [...file.uploaded.attachments] : [],
    })),
    signers: signers.map(({ stage, reason, readAll, approvers, guest, ...person }) => ({
      ...personOf(person),
      ...{ stage, reason, readAll, approvers: approvers.map(personOf) },
      ...(guest && { guest }),
    })),
    copies: copies.map(personOf),
    ...{ message, deadline: deadline ?? null, tags, isVisible, team },
    places: { boxes: [...places.boxes], words: [...places.words] },
  }
}

/** A kept draft to go on with. Files that the server no longer has, or never had to their end, are lost. */
export function draftOf({ content, files: uploads }: Pick<SendingDraft, 'content' | 'files'>): Draft {
  const { files, deadline, ...named } = content
  return {
    ...named,
    deadline: deadline ?? undefined,
    files: files.map(({ key, name, size, file, attachments }): DraftFile => {
      const uploaded = uploads.find(({ id }) => id === file)
      if (!uploaded) return { key, name, size, state: 'lost' }
      const { id, sha256, pages, findings: found } = uploaded
      const findings = found.map(({ code }) => code)
      return { key, name, size, state: 'ready', uploaded: { id, sha256, pages, findings, attachments } }
    }),
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
