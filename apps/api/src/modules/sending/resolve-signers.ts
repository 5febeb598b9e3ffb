import { invalidFields, isSameCertificateType, PortalError, type SignerState } from '@rubrica/domain'
import type { NewGuest } from '../guests/ports.ts'
import type {
  KnownPerson,
  NewSigner,
  OrderedSigner,
  PersonReference,
  SendOrder,
  SendingStore,
  ResolvedGuest,
} from './ports.ts'

export type ResolvedSigner = Omit<NewSigner, 'fields'>

/** Guests have their ids. */
export interface ResolvedOrder extends Omit<SendOrder, 'signers'> {
  readonly signers: readonly ResolvedGuest<OrderedSigner>[]
}

/** Nobody demands a certificate of somebody without an account. */
export const asPerson = ({ id, name }: NewGuest): KnownPerson => ({ id, name, certificates: [], lacksLegalId: true })

export interface ResolveContext {
  readonly store: Pick<SendingStore, 'findPeople'>
  readonly subscriptionId: string
  readonly newId: () => string
  /** The types of certificates that there are. */
  readonly certificateTypes: readonly string[]
}

/**
 * From the people a sender names to the signers of a document, who have no fields yet.
 * @throws {PortalError} SIGNER_UNKNOWN, or VALIDATION_FAILED for somebody named twice, or a
 *   certificate of somebody else
 */
export async function resolveSigners(context: ResolveContext, order: ResolvedOrder): Promise<ResolvedSigner[]> {
  const references = order.signers.flatMap((signer) => [signer, ...signer.approvers])
  const people = await context.store.findPeople(context.subscriptionId, references)
  const taken = new Set<string>()
  let next = 0
  return order.signers.map((signer, index) => {
    const place = `signers.${index}`
    const named = people[next++]
    const person = signer.guest ? asPerson(signer.guest) : known(named, signer, place)
    if (taken.has(person.id)) throw invalid(place, 'is named twice')
    taken.add(person.id)
    const approverIds = signer.approvers.map(
      (approver, k) => known(people[next++], approver, `${place}.approvers.${k}`).id,
    )
    if (new Set(approverIds).size < approverIds.length) throw invalid(`${place}.approvers`, 'names somebody twice')
    return {
      id: context.newId(),
      userId: person.id,
      guest: signer.guest,
      name: person.name,
      stage: stageOf(order, index),
      state: firstState(order, index),
      reason: signer.reason ?? null,
      readAll: signer.readAll,
      delegable: signer.delegable,
      disclaimer: signer.disclaimer ?? null,
      certificate: certificateOf(person, signer, place),
      certificateType: typeOf(context, { signer, person, place }),
      privateMessage: signer.privateMessage || null,
      approverIds,
    }
  })
}

/**
 * The ids of the people who get a copy.
 * @throws {PortalError} SIGNER_UNKNOWN, or VALIDATION_FAILED for somebody named twice or who signs it
 */
export async function resolveCopies(
  { store, subscriptionId }: ResolveContext,
  { copies = [] }: ResolvedOrder,
  signers: readonly ResolvedSigner[],
): Promise<string[]> {
  if (copies.length === 0) return []
  const people = await store.findPeople(subscriptionId, copies)
  const taken = new Set<string>()
  return copies.map((reference, index) => {
    const place = `copies.${index}`
    const { id } = known(people[index], reference, place)
    if (signers.some(({ userId }) => userId === id)) throw invalid(place, 'signs the document, and reads it anyway')
    if (taken.has(id)) throw invalid(place, 'is named twice')
    taken.add(id)
    return id
  })
}

/** Whoever is to be told of reminders that nobody answers is there. @throws {PortalError} SIGNER_UNKNOWN */
export async function requireNamed(
  { store, subscriptionId }: Pick<ResolveContext, 'store' | 'subscriptionId'>,
  { reminders }: Pick<ResolvedOrder, 'reminders'>,
): Promise<void> {
  if (reminders?.escalateTo === undefined) return
  const reference = { userId: reminders.escalateTo }
  const [person] = await store.findPeople(subscriptionId, [reference])
  known(person, reference, 'reminders.escalateTo')
}

function stageOf({ order, signers }: SendOrder, index: number): number {
  return signers[index]!.stage ?? (order === 'sequential' ? index + 1 : 1)
}

/** A signer waits for approvers and for the stages before. */
function firstState(order: SendOrder, index: number): SignerState {
  const waits = order.signers[index]!.approvers.length > 0 || stageOf(order, index) > 1
  return waits ? 'waiting' : 'pending'
}

function certificateOf(person: KnownPerson, signer: OrderedSigner, place: string): NewSigner['certificate'] {
  if (signer.certificate === undefined) return null
  const wanted = signer.certificate.toLowerCase()
  const found = person.certificates.find(({ id }) => id === wanted)
  if (!found) throw invalid(`${place}.certificate`, 'is not a certificate of this signer')
  return found
}

interface NamedSigner {
  readonly signer: ResolvedGuest<OrderedSigner>
  readonly person: KnownPerson
  readonly place: string
}

/** As its provider spells it. Nobody without a legal id has a type to choose. */
function typeOf(
  { certificateTypes }: Pick<ResolveContext, 'certificateTypes'>,
  { signer, person, place }: NamedSigner,
): string | null {
  const { certificateType: wanted, certificate } = signer
  if (wanted === undefined) return null
  const field = `${place}.certificateType`
  if (certificate !== undefined) throw invalid(field, 'says less than the certificate beside it')
  if (person.lacksLegalId) throw invalid(field, 'is not demanded of somebody without a legal id')
  const found = certificateTypes.find((type) => isSameCertificateType(type, wanted))
  if (found === undefined) throw invalid(field, 'is no type of certificates')
  return found
}

function known(person: KnownPerson | undefined, reference: PersonReference, place: string): KnownPerson {
  if (person) return person
  const problem = 'this person is not a user of the subscription.'
  throw new PortalError('SIGNER_UNKNOWN', `${place}: ${problem}`, {
    facts: { Field: `description.${place}`, UserId: reference.userId, LegalId: reference.legalId },
    faults: [{ ...inDescription(place), code: 'SIGNER_UNKNOWN', problem }],
  })
}

const inDescription = (place: string) => ({ root: 'description', path: place.split('.') })

/** A refusal that names the place in the description. */
export function invalid(place: string, problem: string): PortalError {
  return invalidFields([{ ...inDescription(place), code: 'INVALID', problem }])
}
