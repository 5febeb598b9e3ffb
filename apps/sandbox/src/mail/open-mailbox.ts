import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { openRegister } from '../store/append-register.ts'
import { writeAtomically } from '../store/write-atomically.ts'

/** Mails that are kept; older ones go. */
const MAX_MAILS = 200

/** A mail as `GET /inbox.json` shows it. */
export interface Mail {
  readonly id: string
  /** When it came, ISO 8601. */
  readonly at: string
  readonly from: string
  /** The sender of the envelope: where reports about it go. */
  readonly returnPath: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Web addresses in the mail, in their order, each once. */
  readonly links: readonly string[]
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
}

export interface Mailbox {
  /** Newest first. */
  list(): readonly Mail[]
  find(id: string): Mail | undefined
  /** The mail as it came over the wire. */
  source(id: string): Uint8Array | undefined
  receive(envelope: Envelope, source: Uint8Array): Promise<Mail>
  clear(): void
}

/** The addresses of the SMTP dialogue, which may differ from those in the mail's header. */
export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

type MailEvent =
  ({ readonly kind: 'received'; readonly id: string; readonly at: string } & Envelope) | { readonly kind: 'cleared' }

/** Opens the inbox in `folder`: a register of what came, and a file for each mail that is still kept. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const register = openRegister<MailEvent>(join(folder, 'received.jsonl'))
  const pathOf = (id: string): string => join(folder, `${id}.eml`)
  const mails = await loadMails(register.rows, pathOf)
  const drop = (count: number): void => {
    for (const { id } of mails.splice(0, count)) rmSync(pathOf(id), { force: true })
  }
  return {
    list: () => mails.toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
    source: (id) => (mails.some((mail) => mail.id === id) ? readFileSync(pathOf(id)) : undefined),
    async receive(envelope, source) {
      const received = { kind: 'received' as const, id: randomUUID(), at: new Date().toISOString(), ...envelope }
      const mail = await readMail(received, source)
      writeAtomically(pathOf(received.id), source)
      register.add(received)
      mails.push(mail)
      drop(Math.max(0, mails.length - MAX_MAILS))
      return mail
    },
    clear() {
      register.add({ kind: 'cleared' })
      drop(mails.length)
    },
  }
}

type Received = Extract<MailEvent, { kind: 'received' }>

async function loadMails(events: readonly MailEvent[], pathOf: (id: string) => string): Promise<Mail[]> {
  const cleared = events.findLastIndex((event) => event.kind === 'cleared')
  const received = events.slice(cleared + 1).filter((event): event is Received => event.kind === 'received')
  const kept = received.slice(-MAX_MAILS).filter((event) => existsSync(pathOf(event.id)))
  return Promise.all(kept.map((event) => readMail(event, readFileSync(pathOf(event.id)))))
}

async function readMail(received: Received, source: Uint8Array): Promise<Mail> {
  const { from, subject, text, html, attachments } = await new PostalMime().parse(Buffer.from(source))
  const sender = from?.name ? `${from.name} <${from.address ?? ''}>` : (from?.address ?? received.from)
  return {
    id: received.id,
    at: received.at,
    from: sender,
    returnPath: received.from,
    to: received.to,
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    links: findLinks(`${text ?? ''}\n${(html ?? '').replaceAll('&amp;', '&')}`),
    attachments: attachments.map((one) => ({
      name: one.filename ?? '',
      type: one.mimeType,
      bytes: typeof one.content === 'string' ? Buffer.byteLength(one.content) : one.content.byteLength,
    })),
  }
}

function findLinks(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s"'<>()]+/g) ?? [])].map((link) => link.replace(/[.,;:]+$/, ''))
}
