import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { RunNews } from '../../modules/notifications/ports.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import { copyIdsOf } from '../database/copies/copy-rows.ts'
import type { NotifyOfSubstitution } from '../database/substitutions/substitution-store.ts'
import type { NotifyOfCertificate } from '../database/certificates/tell-expiring.ts'
import type { NotifyEscalation } from '../database/reminders/escalate.ts'
import type { NotifyOfFactor } from '../database/factors/factor-acts.ts'
import { keepNews, type Happening } from '../database/documents/keep-news.ts'
import { keepPartyNews, type Ending } from '../database/documents/keep-party-news.ts'
import { keepReminders, type DueReminders } from '../database/documents/keep-reminders.ts'
import type { Schema } from '../database/schema.ts'
import { deferNews } from '../database/users/mail-choice-store.ts'
import type { MailClass } from '../../modules/mail-choices.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for a mail to each of the signers, inside the transaction that brings a document to them. */
export type NotifySigners = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

/** The same for approvers. */
export type NotifyApprovers = (transaction: Transaction<Schema>, approverIds: readonly string[]) => Promise<void>

/** Asks for a mail to everybody who lost a document by a change, inside its transaction. */
export type NotifyLosers = (transaction: Transaction<Schema>, lossIds: readonly string[]) => Promise<void>

/** Asks for a mail to signers whom the sender wants to sign themselves, and nobody in their place. */
export type NotifyDeclined = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

/** Asks for a mail to everybody who has a copy of a document, inside the transaction that ends it. */
export type NotifyCopies = (transaction: Transaction<Schema>, documentId: string) => Promise<void>

/** Asks for a mail that leads each of these guests to the document that everybody has signed. */
export type NotifyGuests = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

/** Asks for a mail to the address of an account that a guest makes, inside the transaction that makes it. */
export type NotifyAccount = (transaction: Transaction<Schema>, userId: string) => Promise<void>

/** Asks for another mail to people whose turn it is. */
export type RemindPeople = (
  transaction: Transaction<Schema>,
  table: 'signers' | 'approvers',
  ids: readonly string[],
) => Promise<void>

/** Asks for a mail to the person who sent a document, inside the transaction of what happened to it. */
export type NotifySender = (transaction: Transaction<Schema>, happening: Happening) => Promise<void>

/** Asks for a mail to people who were asked for something of a document, inside the transaction that ends it. */
export type NotifyParties = (transaction: Transaction<Schema>, ending: Ending) => Promise<void>

/** Asks for a mail to people who are reminded by themselves of what waits for them. */
export type NotifyReminded = (transaction: Transaction<Schema>, due: DueReminders) => Promise<void>

/** Asks for a mail to the person of a signing run who may have left long ago, inside the transaction that ends it. */
export type NotifyOfRun = (
  transaction: Transaction<Schema>,
  news: { readonly runId: string; readonly what: RunNews['what'] },
) => Promise<void>

/** Asks for a look at the signatures that a document came with, inside the transaction that takes it in. */
export type ExamineArrival = (transaction: Transaction<Schema>, documentId: string) => Promise<void>

/** What a new document and each step of its life set going. */
export interface NotifyPeople {
  readonly signers: NotifySigners
  readonly approvers: NotifyApprovers
  readonly sender: NotifySender
  /** People who have a copy, once the document is over. */
  readonly copies: NotifyCopies
  /** Signers and approvers, once the document is over. */
  readonly parties: NotifyParties
  /** People who lost a document, by the ids of `lost_documents`. */
  readonly losers: NotifyLosers
  readonly declined: NotifyDeclined
  /** By a person who asks for it. */
  readonly reminded: RemindPeople
  readonly remindedByItself: NotifyReminded
  readonly account: NotifyAccount
  /** Signers who were invited without an account, once everybody has signed. */
  readonly guestsOfEnd: NotifyGuests
  readonly factor: NotifyOfFactor
  readonly substitution: NotifyOfSubstitution
  readonly certificate: NotifyOfCertificate
  readonly escalation: NotifyEscalation
  readonly run: NotifyOfRun
  readonly examine: ExamineArrival
}

/**
 * One job for each person, whether this process can send mail or not: the server that runs the job knows, and the
 * command line that sends a document does not.
 * @param gatherMs within which what happens to the documents of one person is one mail
 */
export function notifyByJob(queue: JobQueue<Kysely<Schema>>, gatherMs: number): NotifyPeople {
  const enqueue = (kind: JobKind, name: string) => async (transaction: Transaction<Schema>, ids: readonly string[]) => {
    await queue.enqueueAll(
      transaction,
      ids.map((id) => ({ kind, data: { [name]: id } })),
    )
  }
  /** Each has an id, by which mail programs know that a second try is the same mail. */
  const oneMail = (kind: JobKind) => async (transaction: Transaction<Schema>, news: object) => {
    await queue.enqueue(transaction, { kind, data: { ...news, id: randomUUID() } })
  }
  return {
    signers: enqueue('tell-signer', 'signerId'),
    approvers: enqueue('tell-approver', 'approverId'),
    sender: tellSender(queue, gatherMs),
    copies: async (transaction, documentId) => {
      await enqueue('tell-copy', 'copyId')(transaction, await copyIdsOf(transaction, documentId))
    },
    parties: tellReaders(queue, gatherMs, {
      ...{ job: 'tell-party', table: 'party_news', kind: 'ended', keep: keepPartyNews },
    }),
    losers: enqueue('tell-loser', 'lossId'),
    declined: enqueue('tell-declined', 'signerId'),
    reminded: remind(queue),
    remindedByItself: tellReaders(queue, gatherMs, {
      ...{ job: 'tell-reminded', table: 'reminder_news', kind: 'reminders', keep: keepReminders },
    }),
    account: (transaction, userId) => enqueue('tell-account', 'userId')(transaction, [userId]),
    guestsOfEnd: enqueue('tell-guest-of-end', 'signerId'),
    factor: oneMail('tell-factor'),
    substitution: oneMail('tell-substitution'),
    certificate: (transaction, certificateId) => oneMail('tell-certificate')(transaction, { certificateId }),
    escalation: oneMail('tell-escalation'),
    run: oneMail('tell-run'),
    examine: (transaction, documentId) => enqueue('examine-arrival', 'documentId')(transaction, [documentId]),
  }
}

/** Each reminder has an id, by which mail programs know that a second try is the same mail. */
function remind(queue: JobQueue<Kysely<Schema>>): RemindPeople {
  return async (transaction, table, ids) => {
    const kind: JobKind = table === 'signers' ? 'remind-signer' : 'remind-approver'
    for (const personId of ids) {
      await queue.enqueue(transaction, { kind, data: { personId, reminderId: randomUUID() } })
    }
  }
}

/**
 * Each news has a job of its own, though the first one tells them all: a transaction cannot know whether the job of
 * another one will still see what it adds.
 */
function tellSender(queue: JobQueue<Kysely<Schema>>, gatherMs: number): NotifySender {
  return async (transaction, happening) => {
    const dueAt = new Date(happening.at.getTime() + gatherMs)
    const told = await keepNews(transaction, happening, dueAt)
    if (!told) return
    const { senderId, choices } = told
    const { documentId, at } = happening
    const known = new Map([[senderId, choices]])
    const kept = { table: 'sender_news', kind: 'sent', readers: [senderId], known, documentId, at, gatherMs } as const
    for (const due of await deferNews(transaction, kept)) {
      const job = { kind: 'tell-sender' satisfies JobKind, data: { senderId }, startAfter: due.dueAt }
      await queue.enqueue(transaction, job)
    }
  }
}

interface Gathering<What> {
  readonly job: JobKind
  readonly table: 'party_news' | 'reminder_news'
  readonly kind: MailClass
  /** @returns whom to tell */
  readonly keep: (transaction: Transaction<Schema>, what: What, dueAt: Date) => Promise<readonly string[]>
}

/** As news of senders: a job for each, and the first one tells them all. */
function tellReaders<What extends { readonly at: Date; readonly documentId: string; readonly deadline?: Date | null }>(
  queue: JobQueue<Kysely<Schema>>,
  gatherMs: number,
  { job, table, kind, keep }: Gathering<What>,
) {
  return async (transaction: Transaction<Schema>, what: What): Promise<void> => {
    const { at, documentId, deadline } = what
    const readers = await keep(transaction, what, new Date(at.getTime() + gatherMs))
    const due = await deferNews(transaction, { table, kind, readers, documentId, at, deadline, gatherMs })
    await queue.enqueueAll(
      transaction,
      due.map(({ readerId, dueAt }) => ({ kind: job, data: { readerId }, startAfter: dueAt })),
    )
  }
}

/** For documents that nobody waits for, such as those of a demonstration. */
export const notifyNobody: NotifyPeople = {
  signers: async () => undefined,
  approvers: async () => undefined,
  sender: async () => undefined,
  copies: async () => undefined,
  parties: async () => undefined,
  losers: async () => undefined,
  declined: async () => undefined,
  reminded: async () => undefined,
  remindedByItself: async () => undefined,
  account: async () => undefined,
  guestsOfEnd: async () => undefined,
  factor: async () => undefined,
  substitution: async () => undefined,
  certificate: async () => undefined,
  escalation: async () => undefined,
  run: async () => undefined,
  examine: async () => undefined,
}
