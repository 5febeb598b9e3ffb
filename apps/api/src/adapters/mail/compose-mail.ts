import type { Language } from '@rubrica/domain'
import type { Catalogue } from '@rubrica/locales/node'
import type { MailLook } from '../../modules/notifications/ports.ts'
import type { MailLogo, MailMessage } from '../../ports/mail.ts'
import { toHtml, PLAIN_LOOK } from './letter/letter-html.ts'
import { toText } from './letter/letter-text.ts'
import type { Letter } from './letter/letter.ts'

/** The texts of all mails in one language. */
export interface MailWords {
  readonly language: Language
  readonly texts: Catalogue['mail']
}

/** What of a mail is not its letter. */
export interface Envelope {
  /** The same at every try. */
  readonly id: string
  readonly to: string
  /** Signer, approver, copy or loss that it is about. */
  readonly partId?: string | undefined
  /** Signers and approvers, where it is about several. */
  readonly partIds?: readonly string[] | undefined
  /** Undefined: as the portal itself. */
  readonly look?: MailLook | undefined
  /** Whom an answer goes to; undefined: to nobody. */
  readonly replyTo?: string | undefined
  /** The id of the mail that this one comes after. */
  readonly inReplyTo?: string | undefined
}

/** @returns the letter as text and as HTML, which say the same */
export function composeMail(
  letter: Letter,
  { id, to, partId, partIds, look, replyTo, inReplyTo }: Envelope,
): MailMessage {
  const logo = look && readLogo(look.logo)
  const html = toHtml(letter, look ? { name: look.name, theme: look, hasLogo: logo !== undefined } : PLAIN_LOOK)
  return {
    ...{ id, to, subject: letter.subject, text: toText(letter), html },
    ...(partId !== undefined && { partId }),
    ...(partIds && { partIds }),
    ...(logo && { logo }),
    ...(replyTo !== undefined && { replyTo }),
    ...(inReplyTo !== undefined && { inReplyTo }),
  }
}

const DATA_ADDRESS = /^data:(image\/(?:png|jpeg));base64,(.+)$/s

function readLogo(address: string | null): MailLogo | undefined {
  const [, mediaType, base64] = DATA_ADDRESS.exec(address ?? '') ?? []
  return mediaType && base64 ? { mediaType, bytes: Buffer.from(base64, 'base64') } : undefined
}
