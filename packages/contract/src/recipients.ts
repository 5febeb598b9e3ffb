import { z } from 'zod'
import { LANGUAGES } from '@rubrica/domain'

export const person = z
  .object({ userId: z.string().max(255).optional(), legalId: z.string().max(64).optional() })
  .refine((who) => (who.userId === undefined) !== (who.legalId === undefined), {
    message: 'name the person by userId or by legalId',
  })

/**
 * A person without an account, where the subscription allows it (403 GUESTS_NOT_ALLOWED). An address that somebody of the
 * subscription has invites that person instead.
 */
export const guest = z
  .object({
    name: z.string().trim().min(1).max(255),
    /** No longer than a common name of a certificate may be (RFC 5280, ub-common-name). */
    email: z.email().max(64),
    /** In international form. */
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { message: 'must be like +34600000001' })
      .optional(),
    /** Whether the phone is proved too, by a code in a text message. */
    provesPhone: z.boolean().default(false),
    /** Of the mails and the screens; that of the portal without it. */
    language: z.union([z.enum(LANGUAGES), z.literal('')]).default(''),
    /** Only with it they may sign with Autofirma or Swisscom: the certificate has to state it. */
    legalId: z.string().trim().min(1).max(64).optional(),
  })
  .refine(({ phone, provesPhone }) => !provesPhone || phone !== undefined, {
    path: ['phone'],
    message: 'is needed for its proof',
  })

export const personOrGuest = z
  .object({ ...person.shape, guest: guest.optional() })
  .refine((who) => [who.userId, who.legalId, who.guest].filter((one) => one !== undefined).length === 1, {
    message: 'name the person by userId or by legalId, or as a guest',
  })

/** What the sender said of somebody without an account, and whether they have come since. */
export const sentGuest = z.object({
  email: z.string(),
  phone: z.string().nullable(),
  provesPhone: z.boolean(),
  language: z.string(),
  legalId: z.string().nullable(),
  /** When they proved that the address is theirs; null for somebody who has not yet. */
  provedAt: z.string().nullable(),
})
