/** A draft as the server keeps it, and back. */
import type { DraftContent, SendingDraft } from '@rubrica/contract'
import { EMPTY_DRAFT, type Draft, type DraftFile, type DraftPerson } from '../draft.ts'

type Json = DraftContent['places']

const personOf = ({ userId, name, mailDomain, canSign }: DraftPerson) => ({ userId, name, mailDomain, canSign })

/**
 * What is kept of a draft. Progress and refusals of uploads are not. Parts of a draft that are not named here are plain
 * JSON, and are kept as they are in `places`; they may name files by their keys and people by their user ids.
 */
export function contentOf({ files, signers, message, deadline, tags, isVisible, ...rest }: Draft): DraftContent {
  return {
    files: files.map((file) => ({
      key: file.key,
      name: file.name,
      size: file.size,
      file: file.state === 'ready' ? file.uploaded.id : null,
    })),
    signers: signers.map(({ stage, reason, readAll, approvers, ...person }) => ({
      ...personOf(person),
      ...{ stage, reason, readAll, approvers: approvers.map(personOf) },
    })),
    ...{ message, deadline: deadline ?? null, tags, isVisible },
    ...(Object.keys(rest).length > 0 && { places: rest as object as Json }),
  }
}

/** A kept draft to go on with. Files that the server no longer has, or never had to their end, are lost. */
export function draftOf({ content, files: uploads }: Pick<SendingDraft, 'content' | 'files'>): Draft {
  const { places, files, deadline, ...named } = content
  return {
    ...EMPTY_DRAFT,
    ...(isObject(places) && places),
    ...named,
    deadline: deadline ?? undefined,
    files: files.map(({ key, name, size, file }): DraftFile => {
      const uploaded = uploads.find(({ id }) => id === file)
      if (!uploaded) return { key, name, size, state: 'lost' }
      const { id, pages, findings } = uploaded
      return { key, name, size, state: 'ready', uploaded: { id, pages, findings: findings.map(({ code }) => code) } }
    }),
  }
}

const isObject = (value: Json): value is Readonly<Record<string, Exclude<Json, undefined>>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same for contents that say the same, whatever order their members stand in. */
export const fingerprintOf = (content: DraftContent): string => JSON.stringify(sorted(content))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
