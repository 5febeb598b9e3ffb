/** Who comes and who goes, as far as the document allows it, and in which stages everybody is then. */
import { hasLeft, PortalError } from '@rubrica/domain'
import { bodyRefusal, findIdleSigner, requireUnsigned } from './judge-signers.ts'
import type { ChangeableDocument, RecordedChange, Slot } from './ports.ts'
import type { PreparedPeople } from './prepare-people.ts'

/** As many as can be sent to (contract). */
const MOST_SIGNERS = 50

/**
 * @throws {PortalError} SOMEBODY_HAS_SIGNED, SIGNER_BUSY, SIGNER_NOT_FOUND, SIGNER_HAS_ACTED, VALIDATION_FAILED;
 *   PRECONDITION_FAILED where the fields were made for another version of the document
 */
export function judgePeople(document: ChangeableDocument, people: PreparedPeople): void {
  const { added, removed, fields } = people
  requireUnsigned(document.signers)
  if (document.version !== fields.version) {
    throw new PortalError('PRECONDITION_FAILED', 'It was changed since. Fetch it again.')
  }
  for (const id of removed) findIdleSigner(document, id)
  const staying = stayingOf(document, removed)
  const count = staying.length + added.length
  if (count === 0) throw bodyRefusal(['removeSigners'], 'would leave nobody to sign: withdraw the document instead')
  if (count > MOST_SIGNERS) throw bodyRefusal(['addSigners'], `would make more than ${MOST_SIGNERS} signers`)
  const there = new Set(staying.map(({ userId }) => userId))
  const again = added.findIndex(({ userId }) => there.has(userId))
  if (again >= 0) throw bodyRefusal(['addSigners', again], 'names somebody who signs this document already')
}

const stayingOf = ({ signers }: ChangeableDocument, removed: readonly string[]) =>
  signers.filter(({ id, state }) => !hasLeft(state) && !removed.includes(id))

/**
 * The stage of everybody from now on, by the id of the signer. A stage that loses its last signer goes, and those after
 * it move up.
 * @param wanted stages that are asked for, by the id of the signer
 * @throws {PortalError} VALIDATION_FAILED where a stage would have nobody
 */
export function stagesAfter(
  document: ChangeableDocument,
  wanted: ReadonlyMap<string, number>,
  { added, removed }: Pick<PreparedPeople, 'added' | 'removed'> = { added: [], removed: [] },
): ReadonlyMap<string, number> {
  const staying = stayingOf(document, removed).map(({ id, stage }) => ({ id, stage: wanted.get(id) ?? stage }))
  const everybody = [...staying, ...added.map(({ id, stage }) => ({ id, stage }))]
  const stages = [...new Set(everybody.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  if (removed.length === 0 && (stages.at(-1) ?? 0) > stages.length) {
    throw bodyRefusal(['signers'], 'leave a stage without anybody')
  }
  return new Map(everybody.map(({ id, stage }) => [id, stages.indexOf(stage) + 1]))
}

/** People as their ids, which say nothing about them to who may not read the table of people. */
export function recordPeople(document: ChangeableDocument, people: PreparedPeople): RecordedChange[] {
  const userOf = (id: string) => document.signers.find((signer) => signer.id === id)!.userId
  return [
    ...people.removed.map((id) => ({ what: 'signerRemoved', signerId: id, before: userOf(id), after: null })),
    ...people.added.map(({ id, userId }) => ({ what: 'signerAdded', signerId: id, before: null, after: userId })),
    ...people.moved.map(({ before, after }) => ({
      ...{ what: 'places', signerId: after.signerId },
      ...{ before: writePlaces(before), after: writePlaces(after) },
    })),
  ]
}

/** `2: 60,80 180x60` for each place: its page, lower left corner and size in points. */
const writePlaces = ({ fields }: Slot): string =>
  fields.flatMap(({ page, box }) => (box ? [`${page}: ${box.x},${box.y} ${box.width}x${box.height}`] : [])).join('; ')
