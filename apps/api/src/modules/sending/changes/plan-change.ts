/** From what a sender asks for to what is written, if the state of the document allows it. */
import type { KnownPerson, NewAttachment } from '../ports.ts'
import { bodyRefusal, findIdleSigner, isOver, judgeStages, requireUnopened, signerHasActed } from './judge-signers.ts'
import { judgePeople, recordPeople, stagesAfter } from './plan-people.ts'
import type {
  ChangeableDocument,
  ChangeableSigner,
  ChangePlan,
  DocumentFields,
  RecordedChange,
  SignerChange,
  SignerFields,
} from './ports.ts'
import type { PreparedPeople } from './prepare-people.ts'

/** How far ahead a new deadline is at least. */
const AHEAD_MS = 60 * 60_000
/** What lists are sorted and searched by must fit into one row of their index (contract). */
const MAX_LISTED_BYTES = 2000

export interface WantedSigner extends Omit<SignerFields, 'certificate'> {
  readonly guid: string
  readonly certificate?: string | null
  /** Ids of people. */
  readonly approverIds?: readonly string[]
}

export interface WantedChange extends DocumentFields {
  readonly signers: readonly WantedSigner[]
  readonly attachments: readonly NewAttachment[]
  /** Ids of everybody who has a copy then; undefined where nothing is said of copies. */
  readonly copyUserIds?: readonly string[] | undefined
  readonly people?: PreparedPeople | undefined
}

export interface PlanFacts {
  readonly now: Date
  /** By the id of the person. */
  readonly people: ReadonlyMap<string, KnownPerson>
}

/** What may be changed of a document that is over. */
const ALWAYS = ['tags', 'team']

/**
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE for anything but tags and team of one that is over; SIGNER_NOT_FOUND,
 *   SIGNER_BUSY, SIGNER_HAS_ACTED, SIGNER_HAS_OPENED, STAGE_BEGUN, VALIDATION_FAILED, and as `judgePeople`
 */
export function planChange(document: ChangeableDocument, wanted: WantedChange, facts: PlanFacts): ChangePlan {
  const { signers, attachments, copyUserIds, people, ...fields } = wanted
  const isOfFields = signers.length + attachments.length === 0 && copyUserIds === undefined && !people
  const isAlwaysAllowed = isOfFields && Object.keys(fields).every((name) => ALWAYS.includes(name))
  if (!document.isOpen && !isAlwaysAllowed) throw isOver()
  judgeFields(document, fields, facts.now)
  if (people) judgePeople(document, people)
  judgeStages(document, stagesOf(signers))
  for (const id of attachments.flatMap(({ signerIds }) => signerIds)) findIdleSigner(document, id)
  const copies = planCopies(document, copyUserIds)
  const stages = stagesAfter(document, stagesOf(signers), people)
  const changes = withStages(document, signers, stages).map((one, place) =>
    planSigner(document, one, { people: facts.people, place }),
  )
  return {
    fields,
    signers: changes.map(({ change }) => change),
    attachments,
    copies: copies.change,
    people: people && { ...people, added: people.added.map((one) => ({ ...one, stage: stages.get(one.id)! })) },
    recorded: [
      ...recordFields(document, fields),
      ...copies.recorded,
      ...(people ? recordPeople(document, people) : []),
      ...changes.flatMap(({ recorded }) => recorded),
      ...attachments.map(({ fileName }) => recordText('attachment', null, fileName)),
    ],
  }
}

/** As ids of people, like approvers. @throws {PortalError} VALIDATION_FAILED for somebody who signs it */
function planCopies({ signers, copies }: ChangeableDocument, wanted: readonly string[] | undefined) {
  if (wanted === undefined) return { change: { given: [], taken: [] }, recorded: [] }
  const signing = signers.filter(({ state }) => state !== 'replaced').map(({ userId }) => userId)
  // Who has a copy already may have come to sign it since, in the place of somebody else.
  const given = [...new Set(wanted)].filter((userId) => !copies.includes(userId))
  const place = given.findIndex((userId) => signing.includes(userId))
  if (place >= 0)
    throw bodyRefusal(['copies', wanted.indexOf(given[place]!)], 'signs the document, and reads it anyway')
  const taken = copies.filter((userId) => !wanted.includes(userId))
  const kept = copies.filter((userId) => wanted.includes(userId))
  const recorded = { what: 'copies', before: copies.join(' '), after: [...kept, ...given].join(' ') }
  return { change: { given, taken }, recorded: given.length + taken.length > 0 ? [recorded] : [] }
}

const stagesOf = (signers: readonly WantedSigner[]) =>
  new Map(signers.flatMap(({ guid, stage }) => (stage === undefined ? [] : [[guid.toLowerCase(), stage] as const])))

/** What is asked of signers, and of others whose stage becomes another because one before it goes. */
function withStages(
  document: ChangeableDocument,
  signers: readonly WantedSigner[],
  stages: ReadonlyMap<string, number>,
): readonly WantedSigner[] {
  const stageOf = (guid: string) => stages.get(guid.toLowerCase())
  const named = new Set(signers.map(({ guid }) => guid.toLowerCase()))
  const others = document.signers.filter(
    ({ id, stage }) => !named.has(id) && stages.has(id) && stages.get(id) !== stage,
  )
  return [
    ...signers.map((signer) => {
      const { stage } = document.signers.find(({ id }) => id === signer.guid.toLowerCase()) ?? {}
      const after = stageOf(signer.guid)
      return signer.stage === undefined && after === stage ? signer : { ...signer, stage: after }
    }),
    ...others.map(({ id }) => ({ guid: id, stage: stages.get(id)! })),
  ]
}

function judgeFields(document: ChangeableDocument, fields: DocumentFields, now: Date): void {
  const { deadline } = fields
  if (deadline && deadline.getTime() < now.getTime() + AHEAD_MS) {
    throw bodyRefusal(['deadline'], 'is less than an hour ahead')
  }
  const { fileName, senderName, tags } = { ...document, ...fields }
  if (Buffer.byteLength([fileName, senderName, ...tags].join(',')) > MAX_LISTED_BYTES) {
    throw bodyRefusal(
      [fields.tags ? 'tags' : 'fileName'],
      `with names and tags has more than ${MAX_LISTED_BYTES} bytes`,
    )
  }
}

const recordText = (what: string, before: string | null, after: string | null): RecordedChange => ({
  ...{ what, before, after },
  isPersonal: true,
})

function recordFields(document: ChangeableDocument, fields: DocumentFields): RecordedChange[] {
  const { fileName, description, tags, message, deadline, team, passingOn } = fields
  return [
    ...(fileName === undefined ? [] : [recordText('fileName', document.fileName, fileName)]),
    ...(description === undefined ? [] : [recordText('description', document.description, description)]),
    ...(tags === undefined ? [] : [recordText('tags', document.tags.join(','), tags.join(','))]),
    ...(message === undefined ? [] : [recordText('message', document.message, message)]),
    ...(deadline === undefined
      ? []
      : [{ what: 'deadline', before: isoOf(document.deadline), after: isoOf(deadline) } satisfies RecordedChange]),
    ...(team === undefined
      ? []
      : [{ what: 'team', before: document.teamId, after: team?.id ?? null } satisfies RecordedChange]),
    ...(passingOn === undefined ? [] : [{ what: 'passingOn', before: document.passingOn, after: passingOn }]),
  ]
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null

interface SignerFacts extends Pick<PlanFacts, 'people'> {
  /** In the list of the request. */
  readonly place: number
}

function planSigner(document: ChangeableDocument, wanted: WantedSigner, facts: SignerFacts) {
  const signer = findIdleSigner(document, wanted.guid)
  const { reason, readAll, delegable, disclaimer, stage, certificate: certificateId, approverIds } = wanted
  const certificate = certificateOf(signer, certificateId, facts)
  const fields: SignerFields = { reason, readAll, delegable, disclaimer, stage, certificate }
  if ([reason, readAll, disclaimer, certificate].some((one) => one !== undefined)) requireUnopened(signer)
  const approvers = planApprovers(signer, approverIds)
  const change: SignerChange = { signerId: signer.id, fields, ...approvers }
  const recorded = recordSigner(signer, change).map((one) => ({ ...one, signerId: signer.id }))
  return { change, recorded }
}

function certificateOf(signer: ChangeableSigner, wanted: string | null | undefined, { people, place }: SignerFacts) {
  if (wanted === undefined || wanted === null) return wanted
  const found = people.get(signer.userId)?.certificates.find(({ id }) => id === wanted.toLowerCase())
  if (!found) throw bodyRefusal(['signers', place, 'certificate'], 'is not a certificate of this signer')
  return found
}

function planApprovers({ approvers }: ChangeableSigner, wanted: readonly string[] | undefined) {
  if (wanted === undefined) return { newApprovers: [], lostApprovers: [] }
  const there = approvers.filter(({ state }) => state !== 'cancelled')
  const lost = there.filter(({ userId }) => !wanted.includes(userId))
  if (lost.some(({ state }) => state !== 'pending')) throw signerHasActed()
  const newApprovers = [...new Set(wanted)].filter((userId) => !there.some((one) => one.userId === userId))
  return { newApprovers, lostApprovers: lost.map(({ id }) => id) }
}

function recordSigner(signer: ChangeableSigner, { fields, newApprovers, lostApprovers }: SignerChange) {
  const { reason, disclaimer, certificate, stage } = fields
  const textOf = (terms: ChangeableSigner['disclaimer'] | undefined) => terms && `${terms.title}\n${terms.text}`
  const recorded: RecordedChange[] = []
  if (reason !== undefined) recorded.push(recordText('reason', signer.reason, reason))
  if (disclaimer !== undefined) {
    recorded.push(recordText('disclaimer', textOf(signer.disclaimer) ?? null, textOf(disclaimer) ?? null))
  }
  for (const what of ['readAll', 'delegable'] as const) {
    if (fields[what] !== undefined) recorded.push({ what, before: `${signer[what]}`, after: `${fields[what]}` })
  }
  if (certificate !== undefined) {
    recorded.push({ what: 'certificate', before: signer.certificateId, after: certificate?.id ?? null })
  }
  if (stage !== undefined) recorded.push({ what: 'stage', before: `${signer.stage}`, after: `${stage}` })
  if (newApprovers.length + lostApprovers.length > 0)
    recorded.push(recordApprovers(signer, newApprovers, lostApprovers))
  return recorded
}

/** As ids of people, which say nothing about them to who may not read the table of people. */
function recordApprovers(
  { approvers }: ChangeableSigner,
  newApprovers: readonly string[],
  lostApprovers: readonly string[],
): RecordedChange {
  const there = approvers.filter(({ state }) => state !== 'cancelled')
  const kept = there.filter(({ id }) => !lostApprovers.includes(id)).map(({ userId }) => userId)
  return {
    what: 'approvers',
    before: there.map(({ userId }) => userId).join(' '),
    after: [...kept, ...newApprovers].join(' '),
  }
}
