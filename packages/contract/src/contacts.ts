/** Contacts: whom a sender asks often, with an account or without. Nobody else sees them. */
import { z } from 'zod'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { pageOf, pageQuery } from './pages.ts'
import { guest, person } from './recipients.ts'
import { from } from './sender.ts'

/** Of what people are looked for by. */
const MOST_LETTERS = 100

/** What is kept of somebody without an account. */
export const contactFacts = z.object({
  name: guest.shape.name,
  email: guest.shape.email,
  phone: guest.shape.phone,
  language: guest.shape.language,
})

/** Somebody to whom something may be sent, as lists of people show them. */
export const recipient = {
  /** Null of somebody without an account. */
  userId: z.string().nullable(),
  name: z.string(),
  /** Of somebody without an account; null of everybody else. */
  email: z.string().nullable(),
  /** After the @ of the address that mails go to. */
  mailDomain: z.string(),
  phone: z.string().nullable(),
  language: z.string(),
  /** Whether they have something to sign with. */
  canSign: z.boolean(),
  /** False of who is no longer active, and of people without an account where they may not be asked any more. */
  canBeAsked: z.boolean(),
}

const contact = z.object({ guid, ...recipient, createdAt: z.string() }).meta({ id: 'Contact' })

export const ofContacts = { base: 'main', auth: 'bearer', scopes: [SCOPES.contacts, SCOPES.portal] } as const
const query = z.object(from)
const ofContact = { params: z.object({ contactId: guid }), query } as const

export const contacts = endpoint({
  ...ofContacts,
  method: 'GET',
  path: '/v1/contacts',
  summary: 'The caller’s contacts by name, or those whose name, user name or e-mail address has the text',
  query: z.object({ ...from, ...pageQuery.shape, text: z.string().trim().max(MOST_LETTERS).optional() }),
  answers: { 200: pageOf(contact).meta({ id: 'ContactPage' }) },
})

export const addContact = endpoint({
  ...ofContacts,
  method: 'POST',
  path: '/v1/contacts',
  summary: 'Keep somebody as a contact. An address that somebody of the subscription has is that person',
  query,
  headers: idempotencyHeaders,
  body: z
    .object({ ...person.shape, guest: contactFacts.optional() })
    .refine((who) => [who.userId, who.legalId, who.guest].filter((one) => one !== undefined).length === 1, {
      message: 'name the person by userId or by legalId, or as a guest',
    }),
  problems: ['SIGNER_UNKNOWN', 'GUESTS_NOT_ALLOWED', 'CONTACT_EXISTS', 'TOO_MANY_CONTACTS', 'CONTACT_NOT_FOUND'],
  answers: { 201: contact },
})

export const changeContact = endpoint({
  ...ofContacts,
  ...ofContact,
  method: 'PATCH',
  path: '/v1/contacts/:contactId',
  summary: 'Change what is kept of somebody without an account',
  body: z.object({
    name: contactFacts.shape.name.optional(),
    email: contactFacts.shape.email.optional(),
    /** None with null. */
    phone: contactFacts.shape.phone.nullable(),
    language: contactFacts.shape.language.def.innerType.optional(),
  }),
  problems: ['CONTACT_NOT_FOUND', 'CONTACT_EXISTS'],
  answers: { 200: contact },
})

export const deleteContact = endpoint({
  ...ofContacts,
  ...ofContact,
  method: 'DELETE',
  path: '/v1/contacts/:contactId',
  summary: 'Forget a contact. Of somebody without an account nothing stays, in groups neither',
  problems: ['CONTACT_NOT_FOUND'],
  answers: { 204: nothing },
})

export const suggestRecipients = endpoint({
  ...ofContacts,
  method: 'GET',
  path: '/v1/recipients',
  summary:
    'Up to 20 people to send to, contacts first, then who was asked lately, then others of the subscription who have the ' +
    'text; and up to 10 groups. Nobody is among them who cannot be asked',
  query: z.object({
    ...from,
    text: z.string().trim().max(MOST_LETTERS).optional(),
    /** Only people who have an account; no groups. */
    accounts: z.literal('true').optional(),
  }),
  answers: {
    200: z
      .object({
        people: z.array(
          z.object({
            ...recipient,
            /** The id that they have as a contact of the caller’s; null of who is none. */
            contact: guid.nullable(),
            /** Whether the caller asked them lately. */
            isRecent: z.boolean(),
            /** Until which day somebody else acts for them while they are away, and who; null of who is not away. */
            away: z.object({ until: z.iso.date(), deputy: z.string() }).nullable(),
          }),
        ),
        groups: z.array(
          z.object({ guid, name: z.string(), people: z.int(), team: z.object({ guid, name: z.string() }).nullable() }),
        ),
      })
      .meta({ id: 'SuggestedRecipients' }),
  },
})
