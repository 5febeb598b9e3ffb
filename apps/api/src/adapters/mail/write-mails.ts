/**
 * Mails in the words of the catalogues: plain text, so that nothing in a file name or a name can act in a mail program.
 */
import { randomUUID } from 'node:crypto'
import { languageOf, type Language } from '@rubrica/domain'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type {
  FinishedCopy,
  LostDocument,
  MailWriter,
  NewAccountOfGuest,
  WaitingApproval,
  WaitingDocument,
} from '../../modules/notifications/ports.ts'
import type { CodeMail, InvitationWriter } from '../../modules/guests/ports.ts'
import type { DisabledWebhook, WebhookMailWriter } from '../../modules/webhooks/ports.ts'
import type { AddressCodeWriter, RecoveryMail, RecoveryMailWriter } from '../../modules/users/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import { fillText } from './fill-text.ts'
import { writeSenderMail } from './write-sender-mail.ts'

export interface MailSettings {
  readonly portalEntry: PortalEntry
  /** For people whose own language is not known, or has no texts. */
  readonly defaultLanguage: Language
  /** Directory of the catalogues; that of the package unless the program was bundled. */
  readonly catalogues?: URL
}

/** @throws {Error} (`ENOENT`) when the catalogues are not where they should be. */
export function openMailWriter(
  settings: MailSettings,
): MailWriter & RecoveryMailWriter & InvitationWriter & AddressCodeWriter & WebhookMailWriter {
  const { portalEntry } = settings
  const { languageFor, textsOf } = openTexts(settings)
  return {
    toSign: (document) =>
      writeToSigner({ texts: textsOf(document.person), kind: 'toSign' }, document, {
        id: `to-sign.${document.signerId}`,
        link: portalEntry(`/documents/${document.documentId}`),
      }),
    toGuest: (document, secret) =>
      writeToSigner({ texts: textsOf(document.person), kind: 'toGuest' }, document, {
        id: `to-guest.${randomUUID()}`,
        link: portalEntry('/invitation', { t: secret }),
      }),
    toSignedGuest: (document, secret) =>
      write(
        textsOf(document.person).toSignedGuest,
        { ...document, message: '' },
        {
          id: `to-signed-guest.${randomUUID()}`,
          link: portalEntry('/invitation', { t: secret }),
        },
      ),
    toSignedAccount: (document) =>
      writeSigned(textsOf(document.person).toSignedGuest, document, portalEntry('/signed')),
    toAccount: (account) => writeAccount(textsOf(account).toAccount, account, portalEntry('/')),
    code: (mail) => writeCode(textsOf(mail.person).guestCode, mail),
    addressCode: (mail) => writeCode(textsOf(mail.person).addressCode, { ...mail, fileName: '' }),
    toApprove: (approval) =>
      write(textsOf(approval.person).toApprove, approval, {
        id: `to-approve.${approval.approverId}`,
        link: portalEntry(`/approvals/${approval.approverId}`),
      }),
    remindToSign: (document, id) =>
      writeToSigner({ texts: textsOf(document.person), kind: 'remindToSign' }, document, {
        id: `remind-to-sign.${id}`,
        link: portalEntry(`/documents/${document.documentId}`),
      }),
    remindToApprove: (approval, id) =>
      write(textsOf(approval.person).remindToApprove, approval, {
        id: `remind-to-approve.${id}`,
        link: portalEntry(`/approvals/${approval.approverId}`),
      }),
    toCopy: (copy) => writeEnd(textsOf(copy.person).toCopy, copy, portalEntry(`/copies/${copy.copyId}`)),
    toLoser: (lost) => writeLoss(textsOf(lost.person)[lost.isCopy ? 'toCopyLoser' : 'toLoser'], lost),
    toSender: (mail) =>
      writeSenderMail({ texts: textsOf(mail.person).toSender, language: languageFor(mail.person) }, mail, portalEntry),
    toWebhookOwner: (disabled) => writeDisabled(textsOf(disabled.person).webhookDisabled, disabled, portalEntry),
    recovery: (mail) => writeRecovery(textsOf({ language: languageWished(mail) }).recovery, mail, portalEntry),
  }
}

/** The texts of each person's language, read once. */
function openTexts({ defaultLanguage, catalogues }: MailSettings) {
  const known = new Map<string, Catalogue['mail']>()
  const languageFor = (person: { language: string }) => languageOf(person.language) ?? defaultLanguage
  const textsOf = (person: { language: string }) => {
    const language = languageFor(person)
    const texts = known.get(language) ?? readCatalogue(language, catalogues).mail
    known.set(language, texts)
    return texts
  }
  return { languageFor, textsOf }
}

type Texts = Catalogue['mail']['toSign']
type Notice = Pick<WaitingDocument, 'fileName' | 'senderName' | 'message' | 'person'> &
  Partial<Pick<WaitingApproval, 'signerName'>>

interface Marks {
  readonly id: string
  readonly link: string
  /** Lines after what the sender says to everybody. */
  readonly further?: readonly string[]
}

/** With what the sender wrote to this signer alone. */
function writeToSigner(
  { texts, kind }: { readonly texts: Catalogue['mail']; readonly kind: 'toSign' | 'toGuest' | 'remindToSign' },
  document: WaitingDocument,
  marks: Marks,
): MailMessage {
  const { privateMessage: said } = document
  const further = said === '' ? [] : [texts.privateMessage, ...quote(said), '']
  return write(texts[kind], document, { ...marks, further })
}

function write(texts: Texts, notice: Notice, { id, link, further = [] }: Marks): MailMessage {
  const { fileName, senderName, signerName = '', message, person } = notice
  const values = { name: person.name, file: fileName, sender: senderName, signer: signerName }
  const intro = senderName === '' ? texts.introWithoutSender : texts.intro
  const fill = (text: string) => fillText(text, values)
  const lines = [
    ...[texts.greeting, '', intro, ''].map(fill),
    ...(message === '' ? [] : [texts.message, ...quote(message), '']),
    ...further,
    ...[texts.link, link, '', texts.unexpected, ''].map(fill),
  ]
  return { id, to: person.email, subject: fill(texts.subject), text: lines.join('\n') }
}

/** Characters of a message that a mail repeats; the document's page has all of it. */
const MOST_QUOTED = 500
const LINE_END = /\r\n|[\r\n\p{Zl}\p{Zp}]/u

/** What the sender wrote, in their lines. Each is marked, so that none of them can be taken for words of the portal. */
function quote(message: string): string[] {
  const characters = [...message]
  const text = characters.slice(0, MOST_QUOTED).join('')
  const whole = characters.length > MOST_QUOTED ? `${text}…` : text
  return whole.split(LINE_END).map((line) => fillText('> {{line}}', { line }).trimEnd())
}

function writeCode(texts: Catalogue['mail']['guestCode'], { id, person, fileName, code }: CodeMail): MailMessage {
  const values = { name: person.name, file: fileName }
  const fill = (text: string) => fillText(text, values)
  const lines = [...[texts.greeting, '', texts.intro, ''].map(fill), code, '', fill(texts.unexpected), '']
  return { id: `code.${id}`, to: person.email, subject: fill(texts.subject), text: lines.join('\n') }
}

/** To who has an account by now: it has the document in its list. */
const writeSigned = (texts: Catalogue['mail']['toSignedGuest'], document: WaitingDocument, link: string) =>
  write(
    { ...texts, link: texts.account },
    { ...document, message: '' },
    { id: `to-signed-account.${document.signerId}`, link },
  )

function writeAccount(
  texts: Catalogue['mail']['toAccount'],
  { userId, name, email, loginName }: NewAccountOfGuest,
  link: string,
): MailMessage {
  const fill = (text: string) => fillText(text, { name, user: loginName })
  const lines = [...[texts.greeting, '', texts.intro, '', texts.link].map(fill), link, '', fill(texts.unexpected), '']
  return { id: `to-account.${userId}`, to: email, subject: fill(texts.subject), text: lines.join('\n') }
}

function writeEnd(
  texts: Catalogue['mail']['toCopy'],
  { copyId, fileName, senderName, message, person, state }: FinishedCopy,
  link: string,
): MailMessage {
  const values = { name: person.name, file: fileName, sender: senderName }
  const intro = senderName === '' ? texts.introWithoutSender : texts.intro
  const fill = (text: string) => fillText(text, values)
  const lines = [
    ...[texts.greeting, '', intro, texts[state], ''].map(fill),
    ...(message === '' ? [] : [texts.message, ...quote(message), '']),
    ...[texts.link, link, ''].map(fill),
  ]
  return { id: `to-copy.${copyId}`, to: person.email, subject: fill(texts.subjects[state]), text: lines.join('\n') }
}

function writeLoss(
  texts: Catalogue['mail']['toLoser' | 'toCopyLoser'],
  { lossId, fileName, senderName, person, reason }: LostDocument,
): MailMessage {
  const values = { name: person.name, file: fileName, sender: senderName, reason }
  const intro = senderName === '' ? texts.introWithoutSender : texts.intro
  const lines = [texts.greeting, '', intro, '', ...(reason === '' ? [] : [texts.reason, '']), texts.nothing, '']
  return {
    id: `to-loser.${lossId}`,
    to: person.email,
    subject: fillText(texts.subject, values),
    text: lines.map((line) => fillText(line, values)).join('\n'),
  }
}

function writeDisabled(
  texts: Catalogue['mail']['webhookDisabled'],
  { id, person, host, reason, screen }: DisabledWebhook,
  portalEntry: PortalEntry,
): MailMessage {
  const link = screen && portalEntry(`/webhooks/${screen.endpointId}`, { from: screen.subscriptionId })
  const lines = [texts.greeting, '', texts[reason], '', ...(link === undefined ? [texts.kept] : [texts.own, link]), '']
  const fill = (text: string) => fillText(text, { name: person.name, host })
  return {
    id: `webhook-disabled.${id}`,
    to: person.email,
    subject: fill(texts.subject),
    text: lines.map(fill).join('\n'),
  }
}

/** The language of the portal that asked; the person's own where it names none that there are texts for. */
const languageWished = ({ wish, person }: RecoveryMail) => wish.language ?? person.language

function writeRecovery(
  texts: Catalogue['mail']['recovery'],
  mail: RecoveryMail,
  portalEntry: PortalEntry,
): MailMessage {
  const { person, wish, id, token, minutes } = mail
  const link = portalEntry('/recovery', { t: token, ...(wish.environment !== undefined && { env: wish.environment }) })
  const lines = [texts.greeting, '', texts.intro, '', texts.link, link, '', texts.unexpected, '']
  const values = { name: person.name, minutes: String(minutes) }
  return {
    id: `recovery.${id}`,
    to: person.email,
    subject: texts.subject,
    text: lines.map((line) => fillText(line, values)).join('\n'),
  }
}
