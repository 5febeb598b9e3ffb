/** What somebody is putting together to be sent, and what may be done to it. Nothing here knows the screen. */
import type { PassingOn, ReminderPolicy } from '@rubrica/domain'
import type { GuestFacts, KnownPerson } from '../../shared/sending/guests/guest.ts'
import type { UploadedFile } from '../../shared/sending/upload-file.ts'
import { NO_PLACES, withoutOrphans, type Places } from '../../shared/placing/places.ts'
import type { Deadline } from './deadline.ts'

export type { UploadedFile }

export type FileState =
  | { readonly state: 'uploading'; readonly share: number }
  | { readonly state: 'ready'; readonly uploaded: UploadedFile }
  /** The server will not take it, whatever is done. */
  | { readonly state: 'refused'; readonly error: Error }
  /** It may be tried again. */
  | { readonly state: 'failed'; readonly error: Error }
  /** Of a draft that is opened again: it was not handed over to its end, or is no longer there. */
  | { readonly state: 'lost' }

type NamedFile = FileState & { readonly key: string; readonly name: string; readonly size: number }

/** What is signed. */
export type DraftFile = NamedFile & {
  /** Shown with it alone; undefined where the message to everybody stands for it. */
  readonly description?: string | undefined
}

/** What goes along. */
export type DraftAttachment = NamedFile & {
  /** Key of the document that it belongs to; null for all of them. */
  readonly document: string | null
  /** User ids of the signers that it is for; nobody for everybody. */
  readonly signers: readonly string[]
}

export interface DraftPerson extends KnownPerson {
  /** The one of a template that they take; nobody does as long as the user id is a name of the draft’s own. */
  readonly role?: string | undefined
}

/** The template that a draft is sent from, or becomes. */
export interface DraftTemplate {
  /** Null for one that is not kept yet. */
  readonly guid: string | null
  readonly name: string
  readonly version: number
  /** Counts what was done to it when it was opened. */
  readonly changes: number
  /** What whoever sends from it may not change. */
  readonly locks: readonly TemplateLock[]
  /** Days from the sending to the deadline. */
  readonly deadlineDays?: number | undefined
  /** It is changed, not sent from. */
  readonly isEdited: boolean
}

export type TemplateLock = 'files' | 'title' | 'people' | 'places' | 'message' | 'deadline' | 'tags'

/** What of a draft must stay as the template says. */
export const isLocked = ({ template }: Pick<Draft, 'template'>, part: TemplateLock): boolean =>
  template !== undefined && !template.isEdited && template.locks.includes(part)

export type DraftGuest = GuestFacts

export interface DraftSigner extends DraftPerson {
  /** From 1: everybody of one stage signs at once, once all of the stages before have signed. */
  readonly stage: number
  readonly reason: string
  readonly readAll: boolean
  /** A deputy may act for them while they are away. */
  readonly delegable: boolean
  /** What they have to agree to; empty where there is nothing. */
  readonly disclaimer: { readonly title: string; readonly text: string }
  /** The one that they have to use. */
  readonly certificate: { readonly guid: string; readonly alias: string } | undefined
  /** Of the certificate that they have to use; empty where any will do. */
  readonly certificateType: string
  /** Nobody else reads it. */
  readonly privateMessage: string
  readonly approvers: readonly DraftPerson[]
  /** Of somebody without an account, whose user id is a name of the draft’s own. */
  readonly guest?: DraftGuest | undefined
}

export interface Draft {
  readonly files: readonly DraftFile[]
  readonly attachments: readonly DraftAttachment[]
  readonly signers: readonly DraftSigner[]
  /** Who reads the documents and signs nothing. */
  readonly copies: readonly DraftPerson[]
  readonly message: string
  readonly deadline: Deadline | undefined
  /** When people are reminded by themselves; undefined: as the subscription says. */
  readonly reminders?: ReminderPolicy | undefined
  /** Whether signers may name somebody else in their place. */
  readonly passingOn: PassingOn
  readonly tags: string
  /** Whether the signatures are seen: where they are placed, else at the foot of the last page. */
  readonly isVisible: boolean
  /** GUID of the team that sees it too. */
  readonly team: string | null
  readonly places: Places
  readonly template?: DraftTemplate | undefined
}

export const EMPTY_DRAFT: Draft = {
  files: [],
  attachments: [],
  signers: [],
  copies: [],
  message: '',
  deadline: undefined,
  passingOn: 'no',
  tags: '',
  isVisible: true,
  team: null,
  places: NO_PLACES,
}

export const MOST_FILES = 50
export const MOST_SIGNERS = 50
export const MOST_ATTACHMENTS = 100
export const MOST_TAGS = 20

export const isEmptyDraft = ({ files, attachments, signers, copies, message, template }: Draft): boolean =>
  files.length + attachments.length + signers.length + copies.length === 0 && message === '' && template === undefined

/** A file of the draft, whether it is signed or goes along. */
function mapFile(draft: Draft, key: string, change: <F extends NamedFile>(file: F) => F): Draft {
  const mapped = <F extends NamedFile>(files: readonly F[]) => files.map((one) => (one.key === key ? change(one) : one))
  return { ...draft, files: mapped(draft.files), attachments: mapped(draft.attachments) }
}

export const changeFile = (draft: Draft, key: string, state: FileState): Draft =>
  mapFile(draft, key, (file) => ({ ...without(file, ['share', 'uploaded', 'error']), ...state }))

/** A file without what only another state or kind of it has. */
function without<F extends NamedFile>(file: F, members: readonly string[]): F {
  const rest: Record<string, unknown> = { ...file }
  for (const member of members) delete rest[member]
  return rest as F
}

export const renameFile = (draft: Draft, key: string, name: string): Draft =>
  mapFile(draft, key, (file) => ({ ...file, name }))

export const resizeFile = (draft: Draft, key: string, size: number): Draft =>
  mapFile(draft, key, (file) => ({ ...file, size }))

export const describeFile = (draft: Draft, key: string, description: string | undefined): Draft => ({
  ...draft,
  files: draft.files.map((file) => (file.key === key ? { ...file, description } : file)),
})

export function removeFile(draft: Draft, key: string): Draft {
  const isKept = (file: NamedFile) => file.key !== key
  const attachments = draft.attachments
    .filter(isKept)
    .map((one) => (one.document === key ? { ...one, document: null } : one))
  return withoutOrphans({ ...draft, files: draft.files.filter(isKept), attachments })
}

/** Before (-1) or after (1) the one beside it. */
export function moveFile(draft: Draft, key: string, by: -1 | 1): Draft {
  const at = draft.files.findIndex((file) => file.key === key)
  const file = draft.files[at]
  const to = at + by
  if (!file || to < 0 || to >= draft.files.length) return draft
  const files = draft.files.toSpliced(at, 1).toSpliced(to, 0, file)
  return { ...draft, files }
}

/** It is no longer signed and goes along. @param document key of the one that it belongs to; null for all */
export function attachFile(draft: Draft, key: string, document: string | null): Draft {
  const file = draft.files.find((one) => one.key === key)
  if (!file) return draft
  const named: NamedFile = without(file, ['description'])
  const rest = removeFile(draft, key)
  return { ...rest, attachments: [...rest.attachments, { ...named, document, signers: [] }] }
}

/** What went along is signed; the server judges it anew. */
export function signAttachment(draft: Draft, key: string): Draft {
  const found = draft.attachments.find((one) => one.key === key)
  if (!found) return draft
  const file: NamedFile = without(found, ['document', 'signers'])
  return { ...draft, files: [...draft.files, file], attachments: draft.attachments.filter((one) => one !== found) }
}

export const changeAttachment = (
  draft: Draft,
  key: string,
  change: Partial<Pick<DraftAttachment, 'document' | 'signers'>>,
): Draft => ({
  ...draft,
  attachments: draft.attachments.map((one) => (one.key === key ? { ...one, ...change } : one)),
})

/** In the order of their stages, which begin at 1 and leave no gap. */
export function inStages(signers: readonly DraftSigner[]): DraftSigner[] {
  const stages = [...new Set(signers.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  return signers
    .map((signer) => ({ ...signer, stage: stages.indexOf(signer.stage) + 1 }))
    .toSorted((one, other) => one.stage - other.stage)
}

export const stagesOf = ({ signers }: Draft): number => Math.max(0, ...signers.map(({ stage }) => stage))

/** What is asked of a signer besides, until somebody says so. */
export const NOTHING_ASKED = {
  ...{ reason: '', readAll: false, delegable: true, certificateType: '', privateMessage: '', approvers: [] },
  ...{ disclaimer: { title: '', text: '' }, certificate: undefined },
} satisfies Partial<DraftSigner>

/** Adds a signer to the last stage; nobody twice. */
export function addSigner(draft: Draft, person: DraftPerson & Partial<Pick<DraftSigner, 'guest'>>): Draft {
  if (draft.signers.some(({ userId }) => userId === person.userId)) return draft
  const signer = { ...person, ...NOTHING_ASKED, stage: Math.max(1, stagesOf(draft)) }
  return { ...draft, signers: inStages([...draft.signers, signer]) }
}

export function removeSigner(draft: Draft, userId: string): Draft {
  const signers = inStages(draft.signers.filter((signer) => signer.userId !== userId))
  const attachments = draft.attachments.map((one) => ({
    ...one,
    signers: one.signers.filter((signer) => signer !== userId),
  }))
  return withoutOrphans({ ...draft, signers, attachments })
}

export function changeSigner(draft: Draft, userId: string, change: Partial<Omit<DraftSigner, 'userId'>>): Draft {
  const signers = draft.signers.map((signer) => (signer.userId === userId ? { ...signer, ...change } : signer))
  return { ...draft, signers: inStages(signers) }
}

export const MOST_COPIES = 50

/** Somebody who gets a copy; nobody twice, and nobody who signs. */
export function addCopy(draft: Draft, person: DraftPerson): Draft {
  if ([...draft.copies, ...draft.signers].some(({ userId }) => userId === person.userId)) return draft
  return { ...draft, copies: [...draft.copies, person] }
}

export const removeCopy = (draft: Draft, userId: string): Draft => ({
  ...draft,
  copies: draft.copies.filter((one) => one.userId !== userId),
})

/** One stage up (-1) or down (1); past the first or the last one, a stage of their own. */
export function moveSigner(draft: Draft, userId: string, by: -1 | 1): Draft {
  const signer = draft.signers.find((one) => one.userId === userId)
  return signer ? changeSigner(draft, userId, { stage: signer.stage + by }) : draft
}

/** The choices of a signer's stage: those that there are, and one more after them unless they are alone in the last. */
export function stageChoices(draft: Draft, { userId, stage }: DraftSigner): number[] {
  const last = stagesOf(draft)
  const isAlone = draft.signers.every((other) => other.userId === userId || other.stage !== stage)
  const count = isAlone && stage === last ? last : last + 1
  return Array.from({ length: count }, (_, index) => index + 1)
}

export const tagsOf = ({ tags }: Draft): string[] => [
  ...new Set(
    tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]
