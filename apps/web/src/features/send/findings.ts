/** Everything that keeps a draft from being sent, or that whoever sends it should know, each with the field it is about. */
import { isSameCertificateType } from '@rubrica/domain'
import { deadlineInstant } from './deadline.ts'
import {
  isLocked,
  MOST_FILES,
  MOST_SIGNERS,
  MOST_TAGS,
  stagesOf,
  tagsOf,
  type Draft,
  type DraftSigner,
} from './draft.ts'
import { isLostAtFoot } from './place-signatures.ts'
import { isOnPage } from '../../shared/placing/places.ts'
import { unfilledRoles } from './templates/roles.ts'

/** With what somebody can sign, as the server says now; null of who is no longer active. */
export type Means = {
  readonly certificates: readonly { readonly guid: string; readonly alias: string }[]
  readonly types: readonly string[]
} | null

/** What has to be known of where and when something is sent. */
export interface SendingTerms {
  readonly now: Date
  readonly allowsGuests: boolean
  /** By user id, as far as it is known. */
  readonly means: ReadonlyMap<string, Means>
}

/** They keep a draft from being sent. */
type BlockingCode =
  | 'noFiles'
  | 'tooManyFiles'
  | 'filesUploading'
  | 'filesRefused'
  | 'filesLost'
  | 'noName'
  | 'noSigners'
  | 'roleUnfilled'
  | 'tooManySigners'
  | 'sameTwice'
  | 'gone'
  | 'guestsNotAllowed'
  | 'approvesOwn'
  | 'approverTwice'
  | 'copyToSigner'
  | 'copyLocked'
  | 'disclaimerHalf'
  | 'certificateGone'
  | 'boxOutside'
  | 'oneEach'
  | 'deadlinePast'
  | 'tagTooLong'
  | 'tooManyTags'
/** They are told and do not keep anything from being sent. */
const HARMLESS = ['cannotSign', 'noneOfType', 'notSeen'] as const

export type FindingCode = BlockingCode | (typeof HARMLESS)[number]

export interface Finding {
  readonly code: FindingCode
  /** Id of the element in which it is mended. */
  readonly target: string
  /** Of the person or the file that it is about. */
  readonly name?: string
}

const isOneOf = (codes: readonly string[]) => (finding: Pick<Finding, 'code'>) => codes.includes(finding.code)
export const isHarmless = isOneOf(HARMLESS)

export const fileTarget = (key: string) => `send-file-${key}`
/** Of what is asked of a signer besides. */
export const askedTarget = (userId: string) => `send-asked-${userId}`
export const signerTarget = (userId: string) => `send-signer-${userId}`

/** In the order of the page. */
export function findingsOf(draft: Draft, terms: SendingTerms): Finding[] {
  return [...inFiles(draft), ...inPeople(draft, terms), ...inPlaces(draft), ...inOptions(draft, terms)]
}

const when = (isFound: boolean, finding: Finding): Finding[] => (isFound ? [finding] : [])

function inFiles({ files, attachments }: Draft): Finding[] {
  const target = 'send-files'
  return [
    ...when(files.length === 0, { code: 'noFiles', target }),
    ...when(files.length > MOST_FILES, { code: 'tooManyFiles', target }),
    ...[...files, ...attachments].flatMap(({ key, name, state }) => {
      const of = { target: fileTarget(key), name }
      return [
        ...when(state === 'uploading', { code: 'filesUploading', ...of }),
        ...when(state === 'refused' || state === 'failed', { code: 'filesRefused', ...of }),
        ...when(state === 'lost', { code: 'filesLost', ...of }),
        ...when(name.trim() === '', { code: 'noName', target: of.target }),
      ]
    }),
  ]
}

function inPeople(draft: Draft, terms: SendingTerms): Finding[] {
  const { signers } = draft
  const target = 'send-people'
  const addresses = signers.map(({ userId, guest }) => guest?.email.trim().toLowerCase() ?? userId.toLowerCase())
  return [
    ...when(stagesOf(draft) === 0, { code: 'noSigners', target }),
    ...unfilledRoles(draft).map((name): Finding => ({ code: 'roleUnfilled', target: roleTarget(draft, name), name })),
    ...when(signers.length > MOST_SIGNERS, { code: 'tooManySigners', target }),
    ...signers.flatMap((signer, index) => [
      ...when(addresses.indexOf(addresses[index]!) < index, { code: 'sameTwice', ...whom(signer) }),
      ...inSigner(signer, terms),
    ]),
    ...inCopies(draft),
  ]
}

/** Where the template says who has a copy, somebody else has to sign. */
function inCopies(draft: Draft): Finding[] {
  const reading = draft.signers.filter(({ userId }) => draft.copies.some((one) => one.userId === userId))
  return isLocked(draft, 'people')
    ? reading.map((signer): Finding => ({ code: 'copyLocked', ...whom(signer) }))
    : when(reading.length > 0, { code: 'copyToSigner', target: 'send-copies' })
}

/** Where somebody is chosen for a role. */
function roleTarget({ signers }: Draft, role: string): string {
  const signer = signers.find((one) => one.role === role)
  if (signer) return signerTarget(signer.userId)
  const approved = signers.find(({ approvers }) => approvers.some((one) => one.role === role))
  return approved ? signerTarget(approved.userId) : 'send-people'
}

const whom = ({ userId, name }: DraftSigner) => ({ target: signerTarget(userId), name })

function inSigner(signer: DraftSigner, { allowsGuests, means }: SendingTerms): Finding[] {
  const { userId, guest, approvers, disclaimer, certificate, certificateType } = signer
  const row = whom(signer)
  const asked = { ...row, target: askedTarget(userId) }
  const has = means.get(userId)
  const approverIds = approvers.map((one) => one.userId)
  const lacksType =
    certificateType !== '' && !!has && !has.types.some((type) => isSameCertificateType(type, certificateType))
  const lacksCertificate = !!certificate && !!has && !has.certificates.some(({ guid }) => guid === certificate.guid)
  const canSign = has ? has.types.length > 0 : signer.canSign
  return [
    ...when(has === null, { code: 'gone', ...row }),
    ...when(!canSign && has !== null && !lacksType, { code: 'cannotSign', ...row }),
    ...when(guest !== undefined && !allowsGuests, { code: 'guestsNotAllowed', ...row }),
    ...when(approverIds.includes(userId), { code: 'approvesOwn', ...asked }),
    ...when(new Set(approverIds).size < approverIds.length, { code: 'approverTwice', ...asked }),
    ...when((disclaimer.title.trim() === '') !== (disclaimer.text.trim() === ''), { code: 'disclaimerHalf', ...asked }),
    ...when(lacksCertificate, { code: 'certificateGone', ...asked }),
    ...when(lacksType, { code: 'noneOfType', ...asked }),
  ]
}

function inPlaces(draft: Draft): Finding[] {
  if (!draft.isVisible) return []
  const target = 'send-places'
  return draft.files.flatMap((file) => {
    if (file.state !== 'ready') return []
    const { key, name, uploaded } = file
    const { findings, pages } = uploaded
    if (findings.includes('CERTIFIED')) return []
    const boxes = draft.places.boxes.filter((box) => box.file === key)
    const placed = [...boxes, ...draft.places.words.filter((one) => one.file === key)]
    const hasMany = draft.signers.some(({ userId }) => placed.filter(({ signer }) => signer === userId).length > 1)
    const isPlaced = ({ userId }: DraftSigner) => placed.some(({ signer }) => signer === userId)
    return [
      ...when(!boxes.every((box) => isOnPage(box, pages[box.page - 1])), { code: 'boxOutside', target, name }),
      ...when(findings.includes('SIGNED') && hasMany, { code: 'oneEach', target, name }),
      ...when(isLostAtFoot(uploaded, draft.signers.length) && !draft.signers.every(isPlaced), {
        code: 'notSeen',
        target,
        name,
      }),
    ]
  })
}

function inOptions(draft: Draft, { now }: SendingTerms): Finding[] {
  const { deadline } = draft
  const tags = tagsOf(draft)
  return [
    ...when(deadline !== undefined && deadlineInstant(deadline) <= now, {
      code: 'deadlinePast',
      target: 'send-deadline',
    }),
    ...when(
      tags.some((tag) => tag.length > MOST_TAG_LETTERS),
      { code: 'tagTooLong', target: 'send-tags' },
    ),
    ...when(tags.length > MOST_TAGS, { code: 'tooManyTags', target: 'send-tags' }),
  ]
}

const MOST_TAG_LETTERS = 50
