/** What was sent, in the words of the API. */
import type { SentDocument, SentMail, SentSigner } from '../../modules/sending/ports.ts'
import type { MailToPerson, SentEvent, SentItem } from '../../modules/sending/sent/ports.ts'

type PersonOf = Pick<
  SentSigner,
  'id' | 'userId' | 'name' | 'operatedAt' | 'rejectionReason' | 'deputy' | 'mail' | 'nextReminderAt'
> & {
  state: string
}

const describeAnswer = (answer: SentMail) => ({ ...answer, at: answer.at.toISOString() })

const toPerson = ({ id, rejectionReason, operatedAt, mail, nextReminderAt, ...person }: PersonOf) => ({
  guid: id,
  userId: person.userId,
  name: person.name,
  state: person.state,
  operatedAt: operatedAt?.toISOString() ?? null,
  reason: rejectionReason,
  deputy: person.deputy,
  mail: mail && describeAnswer(mail),
  nextReminderAt: nextReminderAt?.toISOString() ?? null,
})

export const describeSent = (document: SentDocument) => ({
  guid: document.id,
  dispatch: document.dispatchId,
  template: document.template && { guid: document.template.id, version: document.template.version },
  version: document.version,
  state: document.state,
  fileName: document.fileName,
  description: document.description,
  tags: [...document.tags],
  senderName: document.senderName,
  message: document.message,
  mayManage: document.mayManage,
  team: document.team && { guid: document.team.id, name: document.team.name },
  pages: document.pageCount,
  uploadedAt: document.uploadedAt.toISOString(),
  deadline: document.deadline?.toISOString() ?? null,
  endedAt: document.endedAt?.toISOString() ?? null,
  reminders: document.reminders,
  passingOn: document.passingOn,
  archive: { ...document.archive, cause: document.archive.cause && JSON.stringify(document.archive.cause) },
  signers: document.signers.map((signer) => ({
    ...toPerson(signer),
    stage: signer.stage,
    calledAt: signer.calledAt?.toISOString() ?? null,
    signsFor: signer.signsFor,
    readAll: signer.readAll,
    delegable: signer.delegable,
    disclaimer: signer.disclaimer,
    certificate: signer.certificate && { guid: signer.certificate.id, alias: signer.certificate.alias },
    certificateType: signer.certificateType,
    privateMessage: signer.privateMessage,
    opened: signer.hasOpened,
    guest: signer.guest && { ...signer.guest, provedAt: signer.guest.provedAt?.toISOString() ?? null },
    passing: signer.passing && { ...signer.passing, askedAt: signer.passing.askedAt.toISOString() },
    approvers: signer.approvers.map(toPerson),
  })),
  copies: document.copies.map(({ id, userId, name, givenAt, toldAt }) => ({
    ...{ guid: id, userId, name, givenAt: givenAt.toISOString() },
    toldAt: toldAt?.toISOString() ?? null,
  })),
})

export const describeSentItem = (item: SentItem) => ({
  guid: item.id,
  dispatch: item.dispatchId,
  fileName: item.fileName,
  tags: [...item.tags],
  state: item.state,
  uploadedAt: item.uploadedAt.toISOString(),
  deadline: item.deadline?.toISOString() ?? null,
  endedAt: item.endedAt?.toISOString() ?? null,
  signed: item.signed,
  signers: item.signers,
  questions: item.questions,
  awaited: item.awaited.map((person) => ({ ...person, since: person.since.toISOString() })),
  lastEvent: { type: item.lastEvent.type, at: item.lastEvent.at.toISOString() },
})

export const describeEvent = ({ sequence, type, at, person, reason, changes }: SentEvent) => ({
  sequence,
  type,
  at: at.toISOString(),
  person,
  reason,
  changes: [...changes],
})

export const describeMail = ({ id, about, person, at, answers }: MailToPerson) => ({
  ...{ guid: id, about, person },
  at: at.toISOString(),
  answers: answers.map(describeAnswer),
})
