/** The jobs that tell people: by mail, and on their devices. */
import type { Kysely } from 'kysely'
import type { Schema } from '../adapters/database/schema.ts'
import { DatabaseNotificationStore } from '../adapters/database/users/notification-store.ts'
import { openPartyNews } from '../adapters/database/users/party-news.ts'
import { openAskedNews } from '../adapters/database/users/asked-news.ts'
import { openMailChoices } from '../adapters/database/users/mail-choice-store.ts'
import { keepWaiting } from '../adapters/database/users/keep-waiting.ts'
import { openSenderNews } from '../adapters/database/users/sender-news.ts'
import { DatabaseRecoveryStore } from '../adapters/database/users/recovery-store.ts'
import { DatabaseTokenRecords } from '../adapters/database/sessions/token-key-store.ts'
import type { JobKind } from '../adapters/jobs/job-kinds.ts'
import { toRecoveryWish } from '../adapters/jobs/request-recovery-mail.ts'
import { DatabaseInvitationStore } from '../adapters/database/guests/invitation-store.ts'
import { MAIL_STOPS } from '../http/serve-mail-stops.ts'
import type { Mailer, MailMessage } from '../ports/mail.ts'
import { notifyNobody } from '../adapters/jobs/notify-people.ts'
import { openDisabledStore } from '../adapters/database/webhooks/disabled-webhooks.ts'
import { JwtTokens } from '../adapters/tokens/jwt-tokens.ts'
import type { Foundation } from './foundation.ts'
import { composeMails } from './mails.ts'
import {
  notifyAccount,
  notifyApprover,
  notifyCopy,
  notifyGuestOfEnd,
  notifyDeclined,
  notifyLoser,
  notifyOfRun,
  notifyOfFactor,
  notifyOfCertificate,
  notifyOfUnanswered,
  notifyOfSubstitution,
  notifySigner,
  remindApprover,
  remindSigner,
  writeWaiting,
  type NotifyPerson,
} from '../modules/notifications/notify-person.ts'
import type { FactorChange } from '../modules/factors/ports.ts'
import type {
  AskedMail,
  AskedNews,
  ClaimedMail,
  PartyMail,
  RunNews,
  SenderMail,
} from '../modules/notifications/ports.ts'
import { stopToken, type MailStop } from '../modules/notifications/stop-mails.ts'
import { tellNews, type TellNews } from '../modules/notifications/tell-news.ts'
import type { SubstitutionChange } from '../modules/substitutions/ports.ts'
import type { Notices } from '../modules/push/ports.ts'
import { tellDisabled } from '../modules/webhooks/tell-disabled.ts'
import { sendRecoveryMail } from '../modules/users/send-recovery-mail.ts'
import type { AskedPart } from '../modules/reminders/ports.ts'
import type { JobHandler, JobQueue } from '../ports/job-queue.ts'

interface TellingParts {
  readonly queue: JobQueue<Kysely<Schema>>
  readonly mailer: Mailer
  readonly notices: Notices
}

const partOf = ({ event, partId: id }: AskedNews): AskedPart => ({
  table: event === 'sign' ? 'signers' : 'approvers',
  id,
})

/** Adds the address at which the reader of a mail that gathers ends mails of its class. */
const leavable =
  ({ serverKeys, place }: Pick<Foundation, 'serverKeys' | 'place'>) =>
  async (message: MailMessage, stop: MailStop): Promise<MailMessage> => ({
    ...message,
    unsubscribe: `${place.publicUrl}${MAIL_STOPS}${await stopToken(serverKeys, stop)}`,
  })

/** Mails of what begins to wait. Devices are told of each at once. A mail about one document can be answered, and is no list. */
const toWaiting = (
  database: Kysely<Schema>,
  ports: NotifyPerson,
  withStop: ReturnType<typeof leavable>,
): TellNews<AskedMail> => ({
  ...{ news: openAskedNews(database, 'waiting_news'), mailer: ports.mailer, now: ports.now },
  write: async (mail, { readerId: userId }) => {
    const message = await writeWaiting(ports, mail)
    return mail.news.length === 1 ? message : withStop(message, { userId, kind: 'waiting' })
  },
  taken: ({ news }) => ports.waiting.markNotified(news.map(partOf), ports.now()),
})

/** What gathers, by the class of mails. */
function composeGathered(
  { database, serverKeys, place }: Pick<Foundation, 'database' | 'serverKeys' | 'place'>,
  ports: NotifyPerson,
) {
  const { writer, mailer, notices, now } = ports
  const withStop = leavable({ serverKeys, place })
  const tellDevices =
    (kind: 'sent-news' | 'ended' | 'reminder') =>
    ({ readerId: userId, mailId: cause }: ClaimedMail) =>
      notices.add({ kind, cause, reader: { userId } }, now())
  const sent: TellNews<SenderMail> = {
    ...{ news: openSenderNews(database), mailer, now, tellDevices: tellDevices('sent-news') },
    write: (mail, { readerId: userId }) => withStop(writer.toSender(mail), { userId, kind: 'sent' }),
  }
  const ended: TellNews<PartyMail> = {
    ...{ news: openPartyNews(database), mailer, now, tellDevices: tellDevices('ended') },
    // Who has no account has no choice that they could take back.
    write: (mail, { readerId: userId }) =>
      mail.isGuest ? writer.toParty(mail) : withStop(writer.toParty(mail), { userId, kind: 'ended' }),
  }
  const reminders: TellNews<AskedMail> = {
    ...{ news: openAskedNews(database, 'reminder_news'), mailer, now, tellDevices: tellDevices('reminder') },
    write: (mail, { readerId: userId }) => withStop(writer.toReminded(mail), { userId, kind: 'reminders' }),
  }
  return { waiting: toWaiting(database, ports, withStop), sent, ended, reminders }
}

export function notificationHandlers(foundation: Foundation, { queue, mailer, notices }: TellingParts) {
  const { config, database, serverKeys, place, now } = foundation
  const { writer } = composeMails({ config, place })
  const invitations = new DatabaseInvitationStore(database, notifyNobody)
  const choices = openMailChoices(database)
  const waiting = keepWaiting(database, queue, config.askedMailDelayMs)
  const ports = {
    store: new DatabaseNotificationStore(database),
    invitations,
    writer,
    mailer,
    notices,
    waiting,
    choices,
    now,
  }
  const gathered = composeGathered(foundation, ports)
  const disabling = { disabled: openDisabledStore(database), writer, mailer }
  const tokens = new JwtTokens({ records: new DatabaseTokenRecords(database), serverKeys, now })
  const recovering = { recoveries: new DatabaseRecoveryStore(database, now), tokens, writer, mailer, now }
  return {
    'send-recovery-mail': async (wish) => sendRecoveryMail(recovering, await toRecoveryWish(serverKeys, wish)),
    'tell-signer': ({ signerId }) => notifySigner(ports, String(signerId)),
    'tell-approver': ({ approverId }) => notifyApprover(ports, String(approverId)),
    'tell-waiting': ({ readerId }) => tellNews(gathered.waiting, String(readerId)),
    'tell-copy': ({ copyId }) => notifyCopy(ports, String(copyId)),
    'tell-guest-of-end': ({ signerId }) => notifyGuestOfEnd(ports, String(signerId)),
    'tell-account': ({ userId }) => notifyAccount(ports, String(userId)),
    'tell-factor': ({ userId, id, change }) =>
      notifyOfFactor(ports, String(userId), { id: String(id), change: change as FactorChange }),
    'tell-substitution': ({ userId, substitutionId, change, id }) =>
      notifyOfSubstitution(ports, String(userId), {
        id: String(id),
        substitutionId: String(substitutionId),
        change: change as SubstitutionChange,
      }),
    'tell-run': ({ runId, what, id }) =>
      notifyOfRun(ports, String(runId), { id: String(id), what: what as RunNews['what'] }),
    'tell-certificate': ({ certificateId, id }) =>
      notifyOfCertificate(ports, String(certificateId), { id: String(id) }),
    'tell-escalation': ({ partId, readerId, id }) =>
      notifyOfUnanswered(ports, { partId: String(partId), readerId: String(readerId), id: String(id) }),
    'tell-loser': ({ lossId }) => notifyLoser(ports, String(lossId)),
    'tell-declined': ({ signerId }) => notifyDeclined(ports, String(signerId)),
    'remind-signer': ({ personId, reminderId }) => remindSigner(ports, String(personId), String(reminderId)),
    'remind-approver': ({ personId, reminderId }) => remindApprover(ports, String(personId), String(reminderId)),
    'tell-webhook-disabled': ({ endpointId, userId }) =>
      tellDisabled(disabling, { endpointId: String(endpointId), userId: String(userId) }),
    'tell-sender': ({ senderId }) => tellNews(gathered.sent, String(senderId)),
    'tell-party': ({ readerId }) => tellNews(gathered.ended, String(readerId)),
    'tell-reminded': ({ readerId }) => tellNews(gathered.reminders, String(readerId)),
  } satisfies Partial<Record<JobKind, JobHandler>>
}
