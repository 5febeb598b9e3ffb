import { ownerOf } from '../owner.ts'
import type { SendingStore, Watcher } from '../sending/ports.ts'
import type { Absence, Absences } from '../substitutions/ports.ts'
import { MOST_CONTACTS } from './keep-contacts.ts'
import type { ContactStore, GroupStanding, GroupStore, Recipient } from './ports.ts'

export interface SuggestionPorts {
  readonly contacts: Pick<ContactStore, 'list' | 'recent'>
  readonly groups: Pick<GroupStore, 'list'>
  readonly store: Pick<SendingStore, 'suggestPeople'>
  readonly absences: Absences
  readonly now: () => Date
}

export interface SuggestedRecipient extends Recipient {
  /** The id that they have as a contact; null of who is none. */
  readonly contact: string | null
  readonly isRecent: boolean
}

interface Suggestions {
  readonly people: readonly (SuggestedRecipient & { readonly away: Absence | null })[]
  readonly groups: readonly GroupStanding[]
}

const MOST_PEOPLE = 20
/** Contacts among them, as long as nothing says who is looked for. */
const MOST_UNASKED = 10
const MOST_GROUPS = 10
/** Others of the subscription are looked for from so many letters on. */
const LEAST_LETTERS = 2

interface Sought {
  readonly text: string
  /** Only people who have an account; no groups. */
  readonly accountsOnly: boolean
}

/**
 * Whom a sender probably means: contacts first, those who were asked lately before the others; then who else was asked
 * lately; then others of the subscription. Each is there once, and nobody who cannot be asked. Who is away is said so.
 * @param sought.text part of a name or an address; empty before anything is typed
 */
export async function suggestRecipients(
  { contacts, groups, store, absences, now }: SuggestionPorts,
  user: Watcher,
  { text, accountsOnly }: Sought,
): Promise<Suggestions> {
  const owner = ownerOf(user)
  const isAsked = text.length >= LEAST_LETTERS
  const [kept, recent, others, named] = await Promise.all([
    contacts.list(owner, { text, after: undefined, most: MOST_CONTACTS }),
    contacts.recent(owner, { text, most: MOST_PEOPLE }),
    isAsked ? store.suggestPeople(owner.subscriptionId, { text, most: MOST_PEOPLE }) : [],
    accountsOnly ? [] : groups.list(user, { text, most: MOST_GROUPS }),
  ])
  const fits = ({ canBeAsked, userId }: Recipient) => canBeAsked && (userId !== null || !accountsOnly)
  const ranked = [
    ...keptBefore(kept, recent.map(keyOf)),
    ...recent.map((one) => ({ ...one, contact: null, isRecent: true })),
    ...others.map(asRecipient),
  ].filter(fits)
  const unique = eachOnce(ranked)
  const mostContacts = text === '' ? MOST_UNASKED : MOST_PEOPLE
  const people = [
    ...unique.filter(({ contact }) => contact !== null).slice(0, mostContacts),
    ...unique.filter(({ contact }) => contact === null),
  ]
  const shown = people.slice(0, MOST_PEOPLE)
  const names = shown.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const away = await absences.of(owner.subscriptionId, names, now())
  return { people: shown.map((one) => ({ ...one, away: away.get(one.userId ?? '') ?? null })), groups: named }
}

/** As they come first. */
function eachOnce(people: readonly SuggestedRecipient[]): SuggestedRecipient[] {
  const seen = new Set<string>()
  return people.filter((one) => {
    const isNew = !seen.has(keyOf(one))
    seen.add(keyOf(one))
    return isNew
  })
}

const keyOf = ({ userId, email }: Pick<Recipient, 'userId' | 'email'>): string =>
  userId === null ? `mail ${email?.toLowerCase()}` : `user ${userId.toLowerCase()}`

type KeptContact = Awaited<ReturnType<ContactStore['list']>>[number]

/** Contacts, those who were asked lately first, the last of them before the others. @param recent keys */
function keptBefore(kept: readonly KeptContact[], recent: readonly string[]): SuggestedRecipient[] {
  const place = new Map(recent.map((key, index) => [key, index]))
  const placeOf = (one: KeptContact) => place.get(keyOf(one)) ?? recent.length
  return kept
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ id, ...one }) => ({ ...one, contact: id, isRecent: place.has(keyOf(one)) }))
}

const asRecipient = ({
  userId,
  name,
  mailDomain,
  canSign,
}: Awaited<ReturnType<SendingStore['suggestPeople']>>[number]): SuggestedRecipient => ({
  ...{ userId, name, mailDomain, canSign, email: null, phone: null, language: '' },
  ...{ canBeAsked: true, contact: null, isRecent: false },
})
