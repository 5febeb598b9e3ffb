/** The mails of a draft, as the people on it will read them: written by what writes the real ones, and not sent. */
import { instantInZone, languageOf, PortalError, type Language } from '@rubrica/domain'
import type { MailMessage } from '../../ports/mail.ts'
import type { Deadline, MailReader, MailWriter } from '../notifications/ports.ts'
import type { Sender, SendingStore } from '../sending/ports.ts'

export interface PreviewPorts {
  readonly store: Pick<SendingStore, 'findReaders' | 'findAddresses' | 'nameOf' | 'lookOf'>
  readonly mails: {
    readonly writer: Pick<MailWriter, 'toSign' | 'toGuest' | 'toApprove' | 'toCopy'>
    /** For people whose own language is not known, or has no texts. */
    readonly defaultLanguage: Language
  }
}

interface PreviewedPerson {
  readonly userId: string
  readonly name: string
}

interface PreviewedDraft {
  readonly files: readonly { readonly key: string; readonly name: string }[]
  readonly signers: readonly (PreviewedPerson & {
    readonly guest?: { readonly email: string; readonly language: string } | undefined
    readonly privateMessage?: string | undefined
    readonly approvers: readonly PreviewedPerson[]
  })[]
  readonly copies: readonly PreviewedPerson[]
  readonly message: string
  /** A day, or a moment of a day, where the sender is: `2026-12-24T09:15`. */
  readonly deadline: string | null
}

export interface PreviewRequest {
  readonly sender: Sender
  readonly content: PreviewedDraft
  /** Key of the file in the draft; the first one without it. */
  readonly file: string | undefined
  /** Of the sender; that of the reader is known to the mail that is sent. */
  readonly timeZone: string
}

export interface PreviewedMail {
  readonly person: string
  readonly as: 'signer' | 'approver' | 'copy'
  readonly signer: string | null
  readonly language: Language
  readonly mail: Pick<MailMessage, 'subject' | 'text' | 'html'> | null
}

/** In the place of ids and secrets that are made when it is sent. */
const NOT_YET = '...'

/** @throws {PortalError} FILE_NOT_FOUND where the draft has no such file */
export async function previewMails(ports: PreviewPorts, { sender, content, file, timeZone }: PreviewRequest) {
  const { files, signers, copies, message } = content
  const named = file === undefined ? files[0] : files.find(({ key }) => key === file)
  if (!named) throw new PortalError('FILE_NOT_FOUND', 'The draft has no such file.')
  const readers = await findReaders(ports, sender, content)
  const senderName = sender.userId === null ? '' : ((await ports.store.nameOf(sender.userId)) ?? '')
  const look = await ports.store.lookOf(sender.subscriptionId)
  const about = { look, fileName: named.name.trim(), senderName, message: message.trim() }
  const asked = { ...about, deadline: deadlineOf(content, timeZone) }
  const { writer, defaultLanguage } = ports.mails
  const write = (who: Omit<PreviewedMail, 'language' | 'mail'>, by: (person: MailReader) => MailMessage) => {
    const reader = readers.get(who.person)
    const written = reader && reader.email !== '' ? by(reader) : undefined
    const mail = written ? { subject: written.subject, text: written.text, html: written.html } : null
    return { ...who, language: languageOf(reader?.language ?? '') ?? defaultLanguage, mail } satisfies PreviewedMail
  }
  const toSigner = (isGuest: boolean, privateMessage: string) => (person: MailReader) => {
    const document = {
      ...asked,
      person,
      isGuest,
      privateMessage: privateMessage.trim(),
      signerId: NOT_YET,
      documentId: NOT_YET,
    }
    return isGuest ? writer.toGuest(document, NOT_YET) : writer.toSign(document)
  }
  const data = [
    ...signers.flatMap(({ userId, name, approvers, privateMessage = '' }) => [
      ...approvers.map((approver) =>
        write({ person: approver.userId, as: 'approver', signer: userId }, (person) =>
          writer.toApprove({ ...asked, person, approverId: NOT_YET, signerName: readers.get(userId)?.name ?? name }),
        ),
      ),
      write(
        { person: userId, as: 'signer', signer: null },
        toSigner(readers.get(userId)?.isGuest ?? false, privateMessage),
      ),
    ]),
    ...copies.map(({ userId }) =>
      write({ person: userId, as: 'copy', signer: null }, (person) =>
        writer.toCopy({ ...about, person, copyId: NOT_YET, state: 'completed' }),
      ),
    ),
  ]
  return { senderName, logo: look.logo, data }
}

/** A day lasts until its end. What is kept may be no day of the calendar: then nothing can be sent either. */
function deadlineOf({ deadline }: PreviewedDraft, timeZone: string): Deadline | undefined {
  if (deadline === null) return undefined
  const local = deadline.includes('T') ? deadline : `${deadline}T23:59`
  return Number.isNaN(Date.parse(`${local}Z`)) ? undefined : { at: instantInZone(local, timeZone), timeZone }
}

type Reader = MailReader & { readonly isGuest: boolean }

/** By the names of the draft. An address that somebody of the subscription has invites that person. */
async function findReaders(
  { store }: Pick<PreviewPorts, 'store'>,
  { subscriptionId }: Sender,
  { signers, copies }: PreviewedDraft,
): Promise<ReadonlyMap<string, Reader>> {
  const guests = signers.flatMap(({ userId, name, guest }) => (guest ? [{ userId, name, ...guest }] : []))
  const emails = guests.map(({ email }) => email.trim().toLowerCase())
  const known = guests.length > 0 ? await store.findAddresses(subscriptionId, emails) : []
  const people = [...signers.filter(({ guest }) => !guest), ...signers.flatMap(({ approvers }) => approvers), ...copies]
  const userIds = [...people.map(({ userId }) => userId), ...known.flatMap((userId) => userId ?? [])]
  const found = await store.findReaders(subscriptionId, [...new Set(userIds)])
  const readers = new Map<string, Reader>()
  for (const { userId } of people) {
    const reader = found.get(userId.toLowerCase())
    if (reader) readers.set(userId, { ...reader, isGuest: false })
  }
  for (const [place, { userId, ...guest }] of guests.entries()) {
    const member = found.get(known[place]?.toLowerCase() ?? '')
    readers.set(userId, member ? { ...member, isGuest: false } : { ...guest, isGuest: true })
  }
  return readers
}
