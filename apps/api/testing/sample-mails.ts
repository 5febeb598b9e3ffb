import { DEFAULT_THEME, type Language } from '@rubrica/domain'
import type { openMailWriter } from '../src/adapters/mail/write-mails.ts'
import type { EndedState, MailLook, MailReader, PartyNews, AskedNews } from '../src/modules/notifications/ports.ts'
import type { MailMessage } from '../src/ports/mail.ts'

/** What mails say that is not the portal's. */
export interface Said {
  readonly name: string
  readonly file: string
  readonly sender: string
  readonly message: string
  readonly look?: MailLook
}

const HARMLESS: Said = {
  name: 'Núria Puig i Vilanova',
  file: 'Conveni de col·laboració entre la Universitat i l’Ajuntament (versió definitiva).pdf',
  sender: 'Vicegerència d’Economia',
  message: 'Abans de divendres, si us plau.\n\nGràcies, i bon cap de setmana.',
  look: { ...DEFAULT_THEME, name: 'Universitat de Mostra', logo: null },
}

function aboutSubstitutions(writer: ReturnType<typeof openMailWriter>, person: MailReader) {
  const news = { id: 's-1', person, other: person.name, from: '2026-08-03', until: '2026-08-21' }
  return {
    toDeputy: writer.toSubstitute({ ...news, change: 'asked' }),
    toAcceptedPrincipal: writer.toSubstitute({ ...news, change: 'accepted' }),
    toDeclinedPrincipal: writer.toSubstitute({ ...news, change: 'declined' }),
    toWaitingDeputy: writer.toSubstitute({ ...news, change: 'waiting' }),
    toActingDeputy: writer.toSubstitute({ ...news, change: 'acting' }),
    toRepresented: writer.toSubstitute({ ...news, change: 'represented' }),
    toEndedDeputy: writer.toSubstitute({ ...news, change: 'ended' }),
  }
}

/** What people are told of that waits for long, or ends soon. */
const aboutTime = (writer: ReturnType<typeof openMailWriter>, person: MailReader, file: string) => ({
  toCertificateOwner: writer.toCertificateOwner({
    ...{ id: 'c-1', person, alias: 'Signatura de treball', timeZone: 'Europe/Madrid' },
    notAfter: new Date('2026-08-31T21:59:00Z'),
  }),
  toEscalated: writer.toEscalated({
    ...{ id: 'u-1', person, part: 'sign', fileName: file, actorName: person.name, timeZone: 'Europe/Madrid' },
    ...{ since: new Date('2026-08-03T08:00:00Z'), replyTo: 'sender@people.test' },
  }),
})

const aboutFactors = (writer: ReturnType<typeof openMailWriter>, person: MailReader) => ({
  toFactorOwner: writer.toFactorOwner({ id: 'f-1', person, change: 'passkey-added' }),
  toRecoveryCodeUser: writer.toFactorOwner({ id: 'f-2', person, change: 'recovery-code-used' }),
})

const aboutRuns = (writer: ReturnType<typeof openMailWriter>, person: MailReader) => ({
  toEndedRun: writer.toRunOwner({ id: 'g-1', person, what: 'ended', signed: 298, unsigned: 2, waiting: 0 }),
  toWaitingRun: writer.toRunOwner({ id: 'g-2', person, what: 'waits', signed: 120, unsigned: 0, waiting: 80 }),
})

/** Every mail there is, in a language, by its kind. */
export function sampleMails(
  writer: ReturnType<typeof openMailWriter>,
  language: Language,
  said: Said = HARMLESS,
): Readonly<Record<string, MailMessage>> {
  const { name, file, sender, message, look } = said
  const person = { name, email: 'nuria@people.test', language }
  const about = { fileName: file, senderName: sender, message, person, look, replyTo: 'sender@people.test' }
  const deadline = { at: new Date('2026-08-31T21:59:00Z'), timeZone: 'Europe/Madrid' }
  const document = { ...about, deadline, privateMessage: message, isGuest: false, signerId: 's-1', documentId: 'd-1' }
  const approval = { ...about, deadline, approverId: 'a-1', signerName: name }
  const lost = { ...about, lossId: 'l-1', reason: message }
  const news = (event: 'signed' | 'completed' | 'rejected' | 'expired', documentId: string) => ({
    ...{ event, documentId, fileName: file, actorName: event === 'expired' ? '' : name },
    reason: event === 'rejected' ? message : '',
  })
  const end = (event: EndedState, part: PartyNews['part']) => ({
    ...{ event, part, documentId: `d-${event}`, fileName: file, actorName: event === 'rejected' ? name : '' },
  })
  return {
    toSign: writer.toSign(document),
    remindToSign: writer.remindToSign(document, 'r-1'),
    toGuest: writer.toGuest(document, 'secret'),
    toSignedGuest: writer.toSignedGuest(document, 'secret'),
    toSignedAccount: writer.toSignedAccount(document),
    toApprove: writer.toApprove(approval),
    remindToApprove: writer.remindToApprove(approval, 'r-2'),
    ...aboutFactors(writer, person),
    ...aboutSubstitutions(writer, person),
    ...aboutRuns(writer, person),
    ...aboutTime(writer, person, file),
    toCopy: writer.toCopy({ ...about, copyId: 'k-1', state: 'completed' }),
    toLoser: writer.toLoser({ ...lost, isCopy: false }),
    toDeclined: writer.toDeclined({ ...document, at: new Date('2026-08-03T10:00:00Z'), reason: message }),
    toCopyLoser: writer.toLoser({ ...lost, isCopy: true }),
    toSender: writer.toSender({ id: 'n-1', person, news: [news('rejected', 'd-1')] }),
    toSenderOfMany: writer.toSender({
      ...{ id: 'n-2', person },
      news: [news('signed', 'd-1'), news('completed', 'd-2'), news('rejected', 'd-3'), news('expired', 'd-4')],
    }),
    toParty: writer.toParty({ ...{ id: 'n-3', person }, isGuest: false, news: [end('completed', 'signed')] }),
    toPartyOfMany: writer.toParty({
      ...{ id: 'n-4', person, isGuest: false },
      news: [
        end('completed', 'signed'),
        end('rejected', 'signed'),
        end('cancelled', 'asked'),
        end('expired', 'approved'),
      ],
    }),
    ...reminders(writer, person, said),
    toAccount: writer.toAccount({ ...person, userId: 'u-1', loginName: name }),
    recovery: writer.recovery({
      ...{ id: 'p-1', token: 'secret', minutes: 30, wish: { loginName: 'nuria' } },
      person: { ...person, userId: 'u-1', tokenGeneration: 1 },
    }),
    ...ofCodes(writer, person, file),
    ...ofWebhooks(writer, person),
  }
}

function reminders(writer: ReturnType<typeof openMailWriter>, person: MailReader, { file, sender }: Said) {
  const waiting = (event: AskedNews['event']) => ({
    ...{ event, documentId: `d-${event}`, partId: `p-${event}`, fileName: file, senderName: sender },
  })
  return {
    toReminded: writer.toReminded({ id: 'n-5', person, news: [waiting('sign')] }),
    toWaitingOfMany: writer.toWaiting({ id: 'n-7', person, news: [waiting('sign'), waiting('approve')] }),
    toRemindedOfMany: writer.toReminded({ id: 'n-6', person, news: [waiting('sign'), waiting('approve')] }),
  }
}

function ofCodes(writer: ReturnType<typeof openMailWriter>, person: MailReader, fileName: string) {
  const code = { id: 'c-1', person, code: '482913', fileName }
  return { code: writer.code(code), addressCode: writer.addressCode(code) }
}

function ofWebhooks(writer: ReturnType<typeof openMailWriter>, person: MailReader) {
  const disabled = { id: 'w-1', person, host: 'erp.example.org' }
  return {
    webhookFailing: writer.toWebhookOwner({
      ...{ ...disabled, reason: 'failing' as const },
      screen: { endpointId: 'e-1', subscriptionId: 'x-1' },
    }),
    webhookGone: writer.toWebhookOwner({ ...disabled, reason: 'gone', screen: undefined }),
  }
}
