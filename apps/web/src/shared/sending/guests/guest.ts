/** Somebody without an account, as a sender writes them down. Nothing here knows the screen. */
import { languageOf, type Language } from '@rubrica/domain'
import type { senderApi } from '../sender-api.ts'

/** Somebody of the subscription. */
export interface KnownPerson {
  readonly userId: string
  readonly name: string
  readonly mailDomain: string
  readonly canSign: boolean
}

/** What is said of somebody without an account besides the name; empty where nothing is. */
export interface GuestFacts {
  readonly email: string
  readonly phone: string
  readonly provesPhone: boolean
  readonly language: Language | ''
  readonly legalId: string
}

export interface GuestWish extends GuestFacts {
  readonly name: string
}

export const EMPTY_GUEST: GuestWish = {
  ...{ name: '', email: '', phone: '', provesPhone: false, language: '', legalId: '' },
}

/** A common name of a certificate has no more letters (RFC 5280, ub-common-name). */
export const MOST_EMAIL_LETTERS = 64

/** As strict as the server, which takes no quoted names and no addresses of one label. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
const PHONE = /^\+[1-9]\d{6,14}$/

/** Without the blanks, dots, hyphens and brackets that people write. */
const plainPhone = (phone: string) => phone.replace(/[\s().-]/g, '').replace(/^00/, '+')

export const tidy = (wish: GuestWish): GuestWish => {
  const phone = plainPhone(wish.phone)
  return {
    ...wish,
    ...{ name: wish.name.trim(), email: wish.email.trim(), legalId: wish.legalId.trim(), phone },
    provesPhone: wish.provesPhone && phone !== '',
  }
}

export type GuestProblem = 'nameMissing' | 'emailWrong' | 'alreadyThere' | 'phoneWrong'

/** What keeps somebody from being added, by the field that it is about. @param wish tidy */
export function problemsOf(
  { name, email, phone }: GuestWish,
  taken: readonly string[],
): Partial<Record<'name' | 'email' | 'phone', GuestProblem>> {
  const isTaken = taken.some((other) => other.toLowerCase() === email.toLowerCase())
  return {
    ...(name === '' && { name: 'nameMissing' as const }),
    ...(!EMAIL.test(email) && { email: 'emailWrong' as const }),
    ...(isTaken && { email: 'alreadyThere' as const }),
    ...(phone !== '' && !PHONE.test(phone) && { phone: 'phoneWrong' as const }),
  }
}

/** How the parts of a draft that ask for a person see somebody without an account. */
export const asPerson = ({ name, ...guest }: GuestWish) => ({
  name,
  mailDomain: guest.email.slice(guest.email.lastIndexOf('@') + 1),
  canSign: true,
  guest,
})

/** With a name of the draft's own in the place of a user id. */
export const asSigner = (name: string, guest: GuestFacts): KnownPerson & { readonly guest: GuestFacts } => ({
  userId: `guest:${crypto.randomUUID()}`,
  ...asPerson({ name, ...guest }),
})

type SentGuest = NonNullable<Awaited<ReturnType<typeof senderApi.sentDocumentStatus>>['signers'][number]['guest']>

/** What was said of them when a document was sent. */
export const guestAsSent = ({ email, phone, provesPhone, language, legalId }: SentGuest): GuestFacts => ({
  email,
  phone: phone ?? '',
  provesPhone,
  language: languageOf(language) ?? '',
  legalId: legalId ?? '',
})

/** As the server takes them. */
export const wishOf = (name: string, { email, phone, provesPhone, language, legalId }: GuestFacts) => ({
  ...{ name, email, provesPhone, language },
  ...(phone !== '' && { phone }),
  ...(legalId !== '' && { legalId }),
})
