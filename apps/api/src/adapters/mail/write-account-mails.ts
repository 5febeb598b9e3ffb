/** Mails about a person's account and address, and about the webhooks that they have. */
import type { CodeMail } from '../../modules/guests/ports.ts'
import type {
  ExpiringCertificate,
  FactorNews,
  NewAccountOfGuest,
  RunNews,
  SubstitutionNews,
  Unanswered,
} from '../../modules/notifications/ports.ts'
import type { RecoveryMail } from '../../modules/users/ports.ts'
import type { DisabledWebhook } from '../../modules/webhooks/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { composeMail, type MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { note, paragraph, type Block } from './letter/letter.ts'

export function writeCode(
  { language, texts: all }: MailWords,
  kind: 'guestCode' | 'addressCode',
  { id, person, fileName, code }: CodeMail,
): MailMessage {
  const texts = all[kind]
  const fill = (text: string) => fillText(text, { name: person.name, file: fileName })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts.intro)),
    { is: 'code', code },
    note(fill(texts.unexpected)),
  ]
  return composeMail({ language, subject: fill(texts.subject), blocks }, { id: `code.${id}`, to: person.email })
}

export function writeAccount(
  { language, texts: all }: MailWords,
  account: NewAccountOfGuest,
  link: string,
): MailMessage {
  const { userId, name, email, loginName } = account
  const texts = all.toAccount
  const fill = (text: string) => fillText(text, { name, user: loginName })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts.intro)),
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
    note(fill(texts.unexpected)),
  ]
  return composeMail({ language, subject: fill(texts.subject), blocks }, { id: `to-account.${userId}`, to: email })
}

/** @param link to the person's own screen of factors */
export function writeFactor({ language, texts: all }: MailWords, news: FactorNews, link: string): MailMessage {
  const { id, person, change } = news
  const texts = all.factor
  const fill = (text: string) => fillText(text, { name: person.name })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(texts.changes[change]),
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
    note(texts.unexpected),
  ]
  return composeMail({ language, subject: texts.subjects[change], blocks }, { id: `factor.${id}`, to: person.email })
}

/** @param link to the screen of absences */
export function writeSubstitution(
  { language, texts: all }: MailWords,
  news: SubstitutionNews,
  link: string,
): MailMessage {
  const { id, person, other, change, from, until } = news
  const texts = all.substitution
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const days = { from: day.format(new Date(from)), until: day.format(new Date(until)) }
  const fill = (text: string) => fillText(text, { name: person.name, other, ...days })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts.changes[change])),
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
  ]
  const letter = { language, subject: fill(texts.subjects[change]), blocks }
  return composeMail(letter, { id: `substitution.${id}`, to: person.email })
}

/** @param link to the list, which shows what became of each */
export function writeRun({ language, texts: all }: MailWords, news: RunNews, link: string): MailMessage {
  const { id, person, what } = news
  const texts = all.run
  const number = new Intl.NumberFormat(language)
  const counted = (['signed', 'unsigned', 'waiting'] as const).filter((kind) => kind === 'signed' || news[kind] > 0)
  const blocks: Block[] = [
    paragraph(fillText(texts.greeting, { name: person.name })),
    paragraph(texts.changes[what]),
    {
      is: 'list',
      items: counted.map((kind) => ({ line: fillText(texts[kind], { count: number.format(news[kind]) }) })),
    },
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
  ]
  return composeMail({ language, subject: texts.subjects[what], blocks }, { id: `run.${id}`, to: person.email })
}

/** @param link to the person's certificates */
export function writeExpiring(
  { language, texts: all }: MailWords,
  { id, person, alias, notAfter, timeZone = 'UTC' }: ExpiringCertificate,
  link: string,
): MailMessage {
  const texts = all.certificate
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(notAfter)
  const fill = (text: string) => fillText(text, { name: person.name, alias, day })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts.intro), texts.remedy),
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
  ]
  return composeMail({ language, subject: fill(texts.subject), blocks }, { id: `certificate.${id}`, to: person.email })
}

export function writeUnanswered({ language, texts: all }: MailWords, unanswered: Unanswered): MailMessage {
  const { id, person, part, fileName, actorName, since, timeZone = 'UTC', replyTo } = unanswered
  const texts = all.escalated
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(since)
  const fill = (text: string) => fillText(text, { name: person.name, person: actorName, file: fileName, day })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts[part]), texts.advice),
    note(texts.named),
  ]
  const letter = { language, subject: fill(texts.subject), blocks }
  return composeMail(letter, { id: `escalated.${id}`, to: person.email, replyTo })
}

export function writeRecovery({ language, texts: all }: MailWords, mail: RecoveryMail, link: string): MailMessage {
  const { person, id, minutes } = mail
  const texts = all.recovery
  const fill = (text: string) => fillText(text, { name: person.name, minutes: String(minutes) })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts.intro)),
    { is: 'way', sentence: fill(texts.link), label: texts.button, address: link },
    note(fill(texts.unexpected)),
  ]
  return composeMail({ language, subject: texts.subject, blocks }, { id: `recovery.${id}`, to: person.email })
}

/** @param link to the webhook's screen; undefined for that of a program, which no screen shows */
export function writeDisabled(
  { language, texts: all }: MailWords,
  { id, person, host, reason }: DisabledWebhook,
  link: string | undefined,
): MailMessage {
  const texts = all.webhookDisabled
  const fill = (text: string) => fillText(text, { name: person.name, host })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(texts[reason])),
    link === undefined
      ? paragraph(fill(texts.kept))
      : { is: 'way', sentence: fill(texts.own), label: texts.button, address: link },
  ]
  const letter = { language, subject: fill(texts.subject), blocks }
  return composeMail(letter, { id: `webhook-disabled.${id}`, to: person.email })
}
