/** Mails in the words of the catalogues, as text and as HTML of one structure. */
import { randomUUID } from 'node:crypto'
import { languageOf, type Language } from '@rubrica/domain'
import { readCatalogue } from '@rubrica/locales/node'
import type { InvitationWriter } from '../../modules/guests/ports.ts'
import type { MailWriter } from '../../modules/notifications/ports.ts'
import type { AddressCodeWriter, RecoveryMail, RecoveryMailWriter } from '../../modules/users/ports.ts'
import type { DisabledWebhook, WebhookMailWriter } from '../../modules/webhooks/ports.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import type { MailWords } from './compose-mail.ts'
import {
  writeAccount,
  writeCode,
  writeDisabled,
  writeExpiring,
  writeFactor,
  writeRecovery,
  writeRun,
  writeSubstitution,
  writeUnanswered,
} from './write-account-mails.ts'
import { writeReminders, writeWaitingList } from './write-asked.ts'
import { writePartyMail } from './write-party-mail.ts'
import { writeSenderMail } from './write-sender-mail.ts'
import { writeEnd, writeLoss, writeWaiting } from './write-waiting.ts'

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
  const wordsFor = openWords(settings)
  return {
    ...writeToSigners(wordsFor, portalEntry),
    ...writeToApprovers(wordsFor, portalEntry),
    toAccount: (account) => writeAccount(wordsFor(account), account, portalEntry('/')),
    toFactorOwner: (news) => writeFactor(wordsFor(news.person), news, portalEntry('/profile')),
    toSubstitute: (news) => writeSubstitution(wordsFor(news.person), news, portalEntry('/absence')),
    toRunOwner: (news) => writeRun(wordsFor(news.person), news, portalEntry('/documents')),
    toCertificateOwner: (expiring) => writeExpiring(wordsFor(expiring.person), expiring, portalEntry('/certificates')),
    toEscalated: (unanswered) => writeUnanswered(wordsFor(unanswered.person), unanswered),
    code: (mail) => writeCode(wordsFor(mail.person), 'guestCode', mail),
    addressCode: (mail) => writeCode(wordsFor(mail.person), 'addressCode', { ...mail, fileName: '' }),
    toCopy: (copy) => writeEnd(wordsFor(copy.person), copy, portalEntry(`/copies/${copy.copyId}`)),
    toLoser: (lost) => writeLoss(wordsFor(lost.person), lost),
    toSender: (mail) => writeSenderMail(wordsFor(mail.person), mail, portalEntry),
    toParty: (mail) => writePartyMail(wordsFor(mail.person), mail, portalEntry),
    toWaiting: (mail) => writeWaitingList(wordsFor(mail.person), mail, portalEntry),
    toReminded: (mail) => writeReminders(wordsFor(mail.person), mail, portalEntry),
    toWebhookOwner: (disabled) => writeDisabled(wordsFor(disabled.person), disabled, linkTo(disabled, portalEntry)),
    recovery: (mail) =>
      writeRecovery(wordsFor({ language: languageWished(mail) }), mail, recoveryLink(mail, portalEntry)),
  }
}

type WordsFor = (person: { readonly language: string }) => MailWords

/** The texts of each person's language, read once. */
function openWords({ defaultLanguage, catalogues }: MailSettings): WordsFor {
  const known = new Map<Language, MailWords>()
  return (person) => {
    const language = languageOf(person.language) ?? defaultLanguage
    const words = known.get(language) ?? { language, texts: readCatalogue(language, catalogues).mail }
    known.set(language, words)
    return words
  }
}

function writeToSigners(
  wordsFor: WordsFor,
  portalEntry: PortalEntry,
): Pick<MailWriter, 'toSign' | 'remindToSign' | 'toDeclined' | 'toGuest' | 'toSignedGuest' | 'toSignedAccount'> {
  const toSignId = (signerId: string) => `to-sign.${signerId}`
  return {
    toSign: (document) => {
      const words = wordsFor(document.person)
      const link = portalEntry(`/documents/${document.documentId}`)
      const { signerId } = document
      return writeWaiting(words, { texts: words.texts.toSign, notice: document }, { id: toSignId(signerId), link })
    },
    remindToSign: (document, id) => {
      const words = wordsFor(document.person)
      const marks = { id: `remind-to-sign.${id}`, inReplyTo: toSignId(document.signerId) }
      const link = portalEntry(`/documents/${document.documentId}`)
      return writeWaiting(words, { texts: words.texts.remindToSign, notice: document }, { ...marks, link })
    },
    toDeclined: ({ reason, at, ...document }) => {
      const words = wordsFor(document.person)
      const marks = { id: `declined.${document.signerId}.${at.getTime()}`, inReplyTo: toSignId(document.signerId) }
      const link = portalEntry(`/documents/${document.documentId}`)
      // What the sender says to it stands where their message would.
      const notice = { ...document, message: reason, privateMessage: '' }
      return writeWaiting(words, { texts: words.texts.toDeclined, notice }, { ...marks, link })
    },
    toGuest: (document, secret) => {
      const words = wordsFor(document.person)
      const link = portalEntry('/invitation', { t: secret })
      const marks = { id: `to-guest.${randomUUID()}`, link }
      return writeWaiting(words, { texts: words.texts.toGuest, notice: document }, marks)
    },
    toSignedGuest: (document, secret) => {
      const words = wordsFor(document.person)
      const link = portalEntry('/invitation', { t: secret })
      const notice = { ...document, message: '', privateMessage: '' }
      const marks = { id: `to-signed-guest.${randomUUID()}`, link }
      return writeWaiting(words, { texts: words.texts.toSignedGuest, notice }, marks)
    },
    // Who has an account by now has the document in their list.
    toSignedAccount: (document) => {
      const words = wordsFor(document.person)
      const { toSignedGuest: texts } = words.texts
      const notice = { ...document, message: '', privateMessage: '' }
      const marks = { id: `to-signed-account.${document.signerId}`, link: portalEntry('/signed') }
      return writeWaiting(words, { texts: { ...texts, link: texts.account }, notice }, marks)
    },
  }
}

function writeToApprovers(
  wordsFor: WordsFor,
  portalEntry: PortalEntry,
): Pick<MailWriter, 'toApprove' | 'remindToApprove'> {
  const toApproveId = (approverId: string) => `to-approve.${approverId}`
  return {
    toApprove: (approval) => {
      const words = wordsFor(approval.person)
      const marks = { id: toApproveId(approval.approverId), link: portalEntry(`/approvals/${approval.approverId}`) }
      return writeWaiting(words, { texts: words.texts.toApprove, notice: approval }, marks)
    },
    remindToApprove: (approval, id) => {
      const words = wordsFor(approval.person)
      const marks = { id: `remind-to-approve.${id}`, inReplyTo: toApproveId(approval.approverId) }
      const link = portalEntry(`/approvals/${approval.approverId}`)
      return writeWaiting(words, { texts: words.texts.remindToApprove, notice: approval }, { ...marks, link })
    },
  }
}

const linkTo = ({ screen }: DisabledWebhook, portalEntry: PortalEntry): string | undefined =>
  screen && portalEntry(`/webhooks/${screen.endpointId}`, { from: screen.subscriptionId })

/** The language of the portal that asked; the person's own where it names none that there are texts for. */
const languageWished = ({ wish, person }: RecoveryMail) => wish.language ?? person.language

const recoveryLink = ({ token, wish }: RecoveryMail, portalEntry: PortalEntry): string =>
  portalEntry('/recovery', { t: token, ...(wish.environment !== undefined && { env: wish.environment }) })
