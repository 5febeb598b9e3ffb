/** Mails about a document that somebody has something to do with: to sign it, to approve it, to read it. */
import type { Catalogue } from '@rubrica/locales/node'
import type { FinishedCopy, LostDocument, WaitingApproval, WaitingDocument } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { composeMail, type Envelope, type MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { note, paragraph, type Block } from './letter/letter.ts'
import { writeDeadline } from './write-deadline.ts'

type Marks = Pick<Envelope, 'id' | 'inReplyTo'> & { readonly link: string }

type Texts = Catalogue['mail']['toSign' | 'toApprove' | 'toGuest' | 'toSignedGuest']
type Notice = Pick<
  WaitingDocument,
  'fileName' | 'senderName' | 'message' | 'deadline' | 'person' | 'look' | 'replyTo'
> &
  Partial<Pick<WaitingApproval, 'approverId' | 'signerName'> & Pick<WaitingDocument, 'signerId' | 'privateMessage'>>

/** @param texts of this kind of mail among the words */
export function writeWaiting(
  words: MailWords,
  { texts, notice }: { readonly texts: Texts; readonly notice: Notice },
  { link, ...marks }: Marks,
): MailMessage {
  const { language, texts: all } = words
  const { fileName, senderName, signerName = '', message, privateMessage = '', person } = notice
  const values = { name: person.name, file: fileName, sender: senderName, signer: signerName }
  const fill = (text: string) => fillText(text, values)
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(senderName === '' ? texts.introWithoutSender : texts.intro)),
    ...quoted(texts.message, message),
    // What the sender wrote to this person alone.
    ...quoted(all.privateMessage, privateMessage),
    ...(notice.deadline ? [paragraph(writeDeadline(words, notice.deadline))] : []),
    { is: 'way', sentence: fill(texts.link), label: texts.button, address: link },
    note(fill(texts.unexpected)),
  ]
  const partId = notice.signerId ?? notice.approverId
  return composeMail({ language, subject: fill(texts.subject), blocks }, { ...marks, partId, ...addressOf(notice) })
}

const addressOf = ({ person, look, replyTo }: Pick<Notice, 'person' | 'look' | 'replyTo'>) => ({
  ...{ to: person.email, look, replyTo },
})

/** Characters of a message that a mail repeats; the document's page has all of it. */
const MOST_QUOTED = 500
const LINE_END = /\r\n|[\r\n\p{Zl}\p{Zp}]/u

/** What the sender wrote, in their lines. */
function quoted(heading: string, message: string): Block[] {
  if (message === '') return []
  const characters = [...message]
  const text = characters.slice(0, MOST_QUOTED).join('')
  const whole = characters.length > MOST_QUOTED ? `${text}…` : text
  return [
    { is: 'quote', heading, lines: whole.split(LINE_END).map((line) => fillText('{{line}}', { line }).trimEnd()) },
  ]
}

/** To who has a copy of a document that is over. */
export function writeEnd({ language, texts: all }: MailWords, copy: FinishedCopy, link: string): MailMessage {
  const { copyId, fileName, senderName, message, person, state } = copy
  const texts = all.toCopy
  const fill = (text: string) => fillText(text, { name: person.name, file: fileName, sender: senderName })
  const blocks: Block[] = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(senderName === '' ? texts.introWithoutSender : texts.intro), texts[state]),
    ...quoted(texts.message, message),
    { is: 'way', sentence: texts.link, label: texts.button, address: link },
  ]
  const letter = { language, subject: fill(texts.subjects[state]), blocks }
  return composeMail(letter, { id: `to-copy.${copyId}`, partId: copyId, ...addressOf(copy) })
}

/** To who is not asked any more, or has no copy any more. */
export function writeLoss({ language, texts: all }: MailWords, lost: LostDocument): MailMessage {
  const { lossId, fileName, senderName, person, reason, isCopy } = lost
  const texts = all[isCopy ? 'toCopyLoser' : 'toLoser']
  const fill = (text: string) => fillText(text, { name: person.name, file: fileName, sender: senderName, reason })
  const blocks = [
    paragraph(fill(texts.greeting)),
    paragraph(fill(senderName === '' ? texts.introWithoutSender : texts.intro)),
    ...(reason === '' ? [] : [paragraph(fill(texts.reason))]),
    paragraph(texts.nothing),
  ]
  const letter = { language, subject: fill(texts.subject), blocks }
  return composeMail(letter, { id: `to-loser.${lossId}`, partId: lossId, ...addressOf(lost) })
}
