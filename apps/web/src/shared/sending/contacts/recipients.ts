/** Whom a sender probably means: contacts, who was asked lately, and others of the subscription. */
import { languageOf } from '@rubrica/domain'
import { queryOptions } from '@tanstack/react-query'
import { asSigner, type GuestFacts, type KnownPerson } from '../guests/guest.ts'
import { senderApi } from '../sender-api.ts'

export type Recipients = Awaited<ReturnType<typeof senderApi.suggestRecipients>>
export type SuggestedRecipient = Recipients['people'][number]
export type Recipient = Omit<SuggestedRecipient, 'contact' | 'isRecent' | 'away'>

/** The first element of the query keys of contacts, of groups, and of who is suggested. */
export const CONTACTS = ['contacts'] as const
export const GROUPS = ['groups'] as const
const RECIPIENTS = ['recipients'] as const

/** What shows contacts or groups, each of which a change of one may change. */
export const SHOWING_CONTACTS = [CONTACTS, GROUPS, RECIPIENTS] as const

interface Sought {
  readonly subscription: string | undefined
  readonly text: string
  /** Only who has an account; no groups. */
  readonly accounts: boolean
}

export const recipientsQuery = ({ subscription, text, accounts }: Sought) =>
  queryOptions({
    queryKey: [...RECIPIENTS, subscription, accounts, text],
    queryFn: ({ signal }) =>
      senderApi.suggestRecipients({
        query: { subscription, text, ...(accounts && { accounts: 'true' as const }) },
        signal,
      }),
  })

/** Of somebody without an account, what a contact says. */
export const guestOf = ({ email, phone, language }: Pick<Recipient, 'email' | 'phone' | 'language'>): GuestFacts => ({
  ...{ email: email ?? '', phone: phone ?? '', language: languageOf(language) ?? '' },
  ...{ provesPhone: false, legalId: '' },
})

/** Somebody as a draft takes them. */
export function asDraftPerson(one: Recipient): KnownPerson & { readonly guest?: GuestFacts } {
  const { userId, name, mailDomain, canSign } = one
  return userId === null ? asSigner(name, guestOf(one)) : { userId, name, mailDomain, canSign }
}

/** Somebody who signs, or did. */
export interface Named {
  readonly userId: string
  readonly name: string
  readonly guest?: Pick<GuestFacts, 'email' | 'phone' | 'language'> | null | undefined
}

/** By what one is known among contacts: the address of who has no account, else the user name. */
export const keyOf = ({ userId, guest }: Pick<Named, 'userId' | 'guest'>): string =>
  guest ? `mail ${guest.email.toLowerCase()}` : `user ${userId.toLowerCase()}`

export const keyOfRecipient = ({ userId, email }: Pick<Recipient, 'userId' | 'email'>): string =>
  userId === null ? `mail ${(email ?? '').toLowerCase()}` : `user ${userId.toLowerCase()}`

/** As the server takes whom to keep. */
export const asNamed = ({ userId, name, guest }: Named) =>
  guest
    ? {
        guest: {
          ...{ name, email: guest.email, language: guest.language },
          ...(guest.phone !== '' && { phone: guest.phone }),
        },
      }
    : { userId }
