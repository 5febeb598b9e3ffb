/** A draft as the content of a template, and back. */
import type { Template } from '@rubrica/contract'
import type { senderApi } from '../../../shared/sending/sender-api.ts'
import { dispatchOf } from '../send-draft.ts'
import {
  EMPTY_DRAFT,
  NOTHING_ASKED,
  tagsOf,
  type Draft,
  type DraftAttachment,
  type DraftPerson,
  type DraftSigner,
} from '../draft.ts'
import { asSigner } from '../../../shared/sending/guests/guest.ts'
import type { PlacedBox, PlacedWords } from '../../../shared/placing/places.ts'
import { asRole } from './roles.ts'

type Content = Template['content']
type ContentToSend = Parameters<typeof senderApi.createTemplate>[0]['body']['content']
export type CopiedFiles = Awaited<ReturnType<typeof senderApi.copyTemplateFiles>>

/** What a template says of a draft: people with a role are roles in it, whoever has them. */
export function contentOfTemplate(draft: Draft): ContentToSend {
  const { documents, message, signers, reminders, passingOn } = dispatchOf(draft)
  const { locks = [], deadlineDays } = draft.template ?? {}
  return {
    documents: documents.map(({ file, fileName, description, attachments }) => ({
      ...{ file, fileName, attachments },
      description: description === message ? '' : description,
    })),
    signers: signers.map((signer, index) => withRoles(signer, draft.signers[index]!)),
    copies: draft.copies.map(({ userId }) => ({ userId })),
    message,
    tags: tagsOf(draft),
    ...(deadlineDays !== undefined && { deadlineDays }),
    ...(reminders && { reminders }),
    ...(passingOn && { passingOn }),
    locks: [...locks],
  }
}

type DispatchedSigner = ReturnType<typeof dispatchOf>['signers'][number]

/** What is asked of a signer; by their roles instead of themselves, where they and their approvers have any. */
function withRoles({ approvers, ...signer }: DispatchedSigner, named: DraftSigner): ContentToSend['signers'][number] {
  return {
    ...(named.role === undefined ? signer : { ...askedOf(signer), role: named.role }),
    approvers: approvers.map((approver, index) => {
      const { role } = named.approvers[index]!
      return role === undefined ? approver : { role }
    }),
  }
}

/** Without who it is, and without the certificate, which is theirs alone. */
function askedOf(signer: Omit<DispatchedSigner, 'approvers'>) {
  const { stage, readAll, delegable, reason, privateMessage, disclaimer, certificateType, positions } = signer
  return {
    ...{ stage, readAll, delegable, reason, privateMessage, positions },
    ...(disclaimer && { disclaimer }),
    ...(certificateType !== undefined && { certificateType }),
  }
}

interface Loaded {
  readonly template: Template
  readonly copied: CopiedFiles
  /** Those who are named in it, by user id in small letters. */
  readonly people: ReadonlyMap<string, DraftPerson>
  /** It is changed, not sent from. */
  readonly isEdited: boolean
}

/** What Send begins with: the template's files as uploads, its roles, and its places. */
export function draftFromTemplate({ template, copied, people, isEdited }: Loaded): Draft {
  const { content } = template
  const files = copied.documents.map(({ file }, index) => ({
    ...{
      key: file.id,
      name: content.documents[index]!.fileName ?? file.name,
      size: file.size,
      state: 'ready' as const,
    },
    uploaded: uploadedOf(file),
    ...(content.documents[index]!.description !== '' && { description: content.documents[index]!.description }),
  }))
  const signers = content.signers.map((signer, index) => {
    const { disclaimer, certificateType, privateMessage } = signer
    return {
      ...NOTHING_ASKED,
      ...personOf(signer, people),
      ...{ stage: signer.stage ?? (content.order === 'sequential' ? index + 1 : 1), readAll: signer.readAll },
      delegable: signer.delegable,
      ...{ reason: signer.reason ?? '', privateMessage: privateMessage ?? '', certificateType: certificateType ?? '' },
      ...(disclaimer && { disclaimer }),
      approvers: signer.approvers.map((one) => personOf(one, people)),
    }
  })
  const { guid, name, shown, changes } = template
  const { locks, deadlineDays } = content
  return {
    ...EMPTY_DRAFT,
    files,
    signers,
    copies: content.copies.map((one) => personOf(one, people)),
    attachments: attachmentsOf(content, copied, { files, signers }),
    message: content.message,
    tags: content.tags.join(', '),
    deadline: isEdited ? undefined : inDays(deadlineDays),
    reminders: content.reminders,
    passingOn: content.passingOn,
    isVisible: files.length === 0 || content.signers.some(({ positions }) => positions.length > 0),
    places: placesOf(content, { files, signers }),
    template: {
      guid,
      name,
      version: shown,
      changes,
      locks: [...locks],
      isEdited,
      ...(deadlineDays && { deadlineDays }),
    },
  }
}

const uploadedOf = ({ id, sha256, pages, findings }: CopiedFiles['documents'][number]['file']) => ({
  ...{ id, sha256, pages },
  findings: findings.map(({ code }) => code),
})

type Named = Pick<Content['signers'][number], 'userId' | 'role'> & Partial<Pick<Content['signers'][number], 'guest'>>

function personOf({ userId = '', role, guest }: Named, people: Loaded['people']) {
  if (role !== undefined) return asRole(role)
  if (guest) {
    const { name, email, phone = '', provesPhone, language, legalId = '' } = guest
    return asSigner(name, { email, phone, provesPhone, language, legalId })
  }
  return people.get(userId.toLowerCase()) ?? { userId, name: userId, mailDomain: '', canSign: false }
}

interface Parts {
  readonly files: readonly { readonly key: string }[]
  readonly signers: readonly { readonly userId: string }[]
}

function attachmentsOf({ documents }: Content, copied: CopiedFiles, { files, signers }: Parts): DraftAttachment[] {
  return copied.documents.flatMap(({ attachments }, index) =>
    attachments.map((id, place): DraftAttachment => {
      const said = documents[index]!.attachments[place]!
      return {
        ...{ key: id, name: said.fileName ?? '', size: 0, state: 'ready', document: files[index]!.key },
        uploaded: { id, sha256: '', pages: [], findings: [] },
        signers: said.signers.flatMap((one) => signers[one]?.userId ?? []),
      }
    }),
  )
}

function placesOf(content: Content, { files, signers }: Parts): Draft['places'] {
  const boxes: PlacedBox[] = []
  const words: PlacedWords[] = []
  for (const [index, { positions }] of content.signers.entries()) {
    for (const { document, ...place } of positions) {
      const on = document === undefined ? files : files.slice(document, document + 1)
      const signer = signers[index]!.userId
      const placed = on.map(({ key: file }) => ({ key: crypto.randomUUID(), file, signer }))
      if ('anchor' in place) {
        const { anchor, occurrence, dx, dy, pages } = place
        const said = { words: anchor, occurrence, dx, dy, ...(pages && { from: pages.from, to: pages.to }) }
        words.push(...placed.map((one) => ({ ...one, ...said })))
      } else boxes.push(...placed.map((one) => ({ ...one, ...place })))
    }
  }
  return { boxes, words }
}

const DAY_MS = 86_400_000

/** To the end of that day. */
function inDays(days: number | undefined): string | undefined {
  if (days === undefined) return undefined
  const then = new Date(Date.now() + days * DAY_MS)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
