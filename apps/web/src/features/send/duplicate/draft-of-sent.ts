/** A draft that asks the same people for the same as a document that was sent. */
import { hasLeft } from '@rubrica/domain'
import type { PlacedBox } from '../../../shared/placing/places.ts'
import { asSigner, guestAsSent } from '../../../shared/sending/guests/guest.ts'
import type { senderApi } from '../../../shared/sending/sender-api.ts'
import {
  EMPTY_DRAFT,
  inStages,
  NOTHING_ASKED,
  type Draft,
  type DraftFile,
  type DraftPerson,
  type DraftSigner,
} from '../draft.ts'

export type SentDocument = Awaited<ReturnType<typeof senderApi.sentDocumentStatus>>
type SentPlaces = Awaited<ReturnType<typeof senderApi.sentDocumentPlaces>>

export interface Sent {
  readonly document: SentDocument
  readonly file: DraftFile
  readonly attachments: readonly DraftFile[]
  /** Of each attachment, the guids of the signers that it was for; none for everybody. */
  readonly addressees: readonly (readonly string[])[]
  readonly places: SentPlaces['signers']
  /** Who can be sent to today, by user id. */
  readonly people: ReadonlyMap<string, DraftPerson>
}

/** What was said for it alone; else the subscription says it again. */
function remindersOf({ reminders: { isOwn, ...policy } }: SentDocument) {
  return isOwn ? policy : undefined
}

/** Whoever was replaced or removed is asked nothing any more. */
export const askedOf = (document: SentDocument) => document.signers.filter(({ state }) => !hasLeft(state))

/**
 * Who cannot be sent to any more is left out, with their places and with what was for them alone: nobody else gets it
 * instead of them.
 */
export function draftOfSent({ document, file, attachments, addressees, places, people }: Sent): Draft {
  const signers = new Map<string, DraftSigner>()
  for (const signer of askedOf(document)) {
    const person = signer.guest ? asSigner(signer.name, guestAsSent(signer.guest)) : people.get(signer.userId)
    if (person) signers.set(signer.guid, asAskedAgain(signer, person, people))
  }
  const boxes = places.flatMap(({ guid, positions }): PlacedBox[] => {
    const signer = signers.get(guid)
    return signer === undefined
      ? []
      : positions.map((box) => ({ ...box, key: crypto.randomUUID(), file: file.key, signer: signer.userId }))
  })
  return {
    ...EMPTY_DRAFT,
    // Where nothing else was said, the message stands for it.
    files: [document.description === document.message ? file : { ...file, description: document.description }],
    attachments: attachments.flatMap((one, index) => {
      const named = addressees[index] ?? []
      const there = named.flatMap((guid) => signers.get(guid)?.userId ?? [])
      return named.length > 0 && there.length === 0 ? [] : [{ ...one, document: null, signers: there }]
    }),
    message: document.message,
    tags: document.tags.join(', '),
    reminders: remindersOf(document),
    passingOn: document.passingOn,
    signers: inStages([...signers.values()]),
    copies: document.copies.flatMap(({ userId }) => people.get(userId) ?? []),
    isVisible: boxes.length > 0,
    places: { ...EMPTY_DRAFT.places, boxes },
  }
}

function asAskedAgain(
  {
    stage,
    signsFor,
    readAll,
    delegable,
    approvers,
    disclaimer,
    certificate,
    certificateType,
    privateMessage,
  }: SentSigner,
  person: DraftPerson,
  people: Sent['people'],
): DraftSigner {
  const asked = approvers.filter(({ state }) => state !== 'cancelled')
  return {
    ...{ ...NOTHING_ASKED, ...person, stage, readAll, delegable, reason: signsFor ?? '' },
    ...{ disclaimer: disclaimer ?? NOTHING_ASKED.disclaimer, certificate: certificate ?? undefined },
    ...{ certificateType: certificateType ?? '', privateMessage: privateMessage ?? '' },
    approvers: asked.flatMap(({ userId }) => people.get(userId) ?? []),
  }
}

type SentSigner = SentDocument['signers'][number]
