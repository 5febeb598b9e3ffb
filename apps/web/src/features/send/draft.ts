/** What somebody is putting together to be sent, and what may be done to it. Nothing here knows the screen. */
import type { GuestFacts } from '../../shared/sending/guests/guest.ts'
import type { KnownPerson } from '../../shared/sending/person-field.tsx'
import type { UploadedFile } from '../../shared/sending/upload-file.ts'
import { NO_PLACES, withoutOrphans, type Places } from '../../shared/placing/places.ts'

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

export type DraftFile = FileState & { readonly key: string; readonly name: string; readonly size: number }

export type DraftPerson = KnownPerson

export type DraftGuest = GuestFacts

export interface DraftSigner extends DraftPerson {
  /** From 1: everybody of one stage signs at once, once all of the stages before have signed. */
  readonly stage: number
  readonly reason: string
  readonly readAll: boolean
  readonly approvers: readonly DraftPerson[]
  /** Of somebody without an account, whose user id is a name of the draft’s own. */
  readonly guest?: DraftGuest | undefined
}

export interface Draft {
  readonly files: readonly DraftFile[]
  readonly signers: readonly DraftSigner[]
  /** Who reads the documents and signs nothing. */
  readonly copies: readonly DraftPerson[]
  readonly message: string
  /** YYYY-MM-DD: until the end of this day. */
  readonly deadline: string | undefined
  readonly tags: string
  /** Whether the signatures are seen: where they are placed, else at the foot of the last page. */
  readonly isVisible: boolean
  /** GUID of the team that sees it too. */
  readonly team: string | null
  readonly places: Places
}

export const EMPTY_DRAFT: Draft = {
  files: [],
  signers: [],
  copies: [],
  message: '',
  deadline: undefined,
  tags: '',
  isVisible: true,
  team: null,
  places: NO_PLACES,
}

export const MOST_FILES = 50
export const MOST_SIGNERS = 50

export const isEmptyDraft = ({ files, signers, copies, message }: Draft): boolean =>
  files.length + signers.length + copies.length === 0 && message === ''

export const changeFile = (draft: Draft, key: string, change: FileState): Draft => ({
  ...draft,
  files: draft.files.map((file) =>
    file.key === key ? { key: file.key, name: file.name, size: file.size, ...change } : file,
  ),
})

export const renameFile = (draft: Draft, key: string, name: string): Draft => ({
  ...draft,
  files: draft.files.map((file) => (file.key === key ? { ...file, name } : file)),
})

export const resizeFile = (draft: Draft, key: string, size: number): Draft => ({
  ...draft,
  files: draft.files.map((file) => (file.key === key ? { ...file, size } : file)),
})

export const removeFile = (draft: Draft, key: string): Draft =>
  withoutOrphans({ ...draft, files: draft.files.filter((file) => file.key !== key) })

/** In the order of their stages, which begin at 1 and leave no gap. */
function inStages(signers: readonly DraftSigner[]): DraftSigner[] {
  const stages = [...new Set(signers.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  return signers
    .map((signer) => ({ ...signer, stage: stages.indexOf(signer.stage) + 1 }))
    .toSorted((one, other) => one.stage - other.stage)
}

export const stagesOf = ({ signers }: Draft): number => Math.max(0, ...signers.map(({ stage }) => stage))

/** Adds a signer to the last stage; nobody twice. */
export function addSigner(draft: Draft, person: DraftPerson & Pick<DraftSigner, 'guest'>): Draft {
  if (draft.signers.some(({ userId }) => userId === person.userId)) return draft
  const signer = { ...person, stage: Math.max(1, stagesOf(draft)), reason: '', readAll: false, approvers: [] }
  return { ...draft, signers: inStages([...draft.signers, signer]) }
}

export const removeSigner = (draft: Draft, userId: string): Draft =>
  withoutOrphans({ ...draft, signers: inStages(draft.signers.filter((signer) => signer.userId !== userId)) })

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

export type Finding =
  | 'noFiles'
  | 'filesUploading'
  | 'filesRefused'
  | 'filesLost'
  | 'noName'
  | 'noSigners'
  | 'cannotSign'
  | 'guestsNotAllowed'
  | 'approvesOwn'
  | 'copyToSigner'
  | 'deadlinePast'
  | 'tagTooLong'

const MOST_TAG_LETTERS = 50

/** What has to be known of where and when something is sent. */
export interface SendingTerms {
  /** YYYY-MM-DD */
  readonly today: string
  readonly allowsGuests: boolean
}

/** Everything that keeps a draft from being sent. */
export function findingsOf(draft: Draft, { today, allowsGuests }: SendingTerms): Finding[] {
  const { files, signers, copies, deadline } = draft
  const checks: Readonly<Record<Finding, boolean>> = {
    noFiles: files.length === 0,
    filesUploading: files.some(({ state }) => state === 'uploading'),
    filesRefused: files.some(({ state }) => state === 'refused' || state === 'failed'),
    filesLost: files.some(({ state }) => state === 'lost'),
    noName: files.some(({ name }) => name.trim() === ''),
    noSigners: signers.length === 0,
    cannotSign: signers.some(({ canSign }) => !canSign),
    guestsNotAllowed: !allowsGuests && signers.some(({ guest }) => guest !== undefined),
    approvesOwn: signers.some(({ userId, approvers }) => approvers.some((one) => one.userId === userId)),
    copyToSigner: copies.some((one) => signers.some(({ userId }) => userId === one.userId)),
    deadlinePast: deadline !== undefined && deadline < today,
    tagTooLong: tagsOf(draft).some((tag) => tag.length > MOST_TAG_LETTERS),
  }
  return (Object.keys(checks) as Finding[]).filter((finding) => checks[finding])
}

/** Findings that are told and do not keep anything from being sent. */
export const isHarmless = (finding: Finding): boolean => finding === 'cannotSign'
