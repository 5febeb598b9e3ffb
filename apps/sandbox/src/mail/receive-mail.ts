import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { FaultBook } from '../inject-faults.ts'
import type { Envelope, Mailbox } from './open-mailbox.ts'

const MAX_MAIL_BYTES = 10 * 1024 * 1024
const MAX_RECIPIENTS = 50
/** Addresses that nobody has, for whoever wants to see a mail refused. */
const NOBODY = /^no-such-user[@+]/i

/** An SMTP server that takes every mail into the inbox and sends none on. Call `listen` and `close` on the result. */
export function createMailServer(mailbox: Mailbox, faults: FaultBook): SMTPServer {
  return new SMTPServer({
    banner: 'Rubrica SANDBOX, nothing is delivered',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideDSN: false,
    // The words of a refusal have their own.
    hideENHANCEDSTATUSCODES: true,
    size: MAX_MAIL_BYTES,
    maxClients: 50,
    logger: false,
    onRcptTo({ address }, session, done) {
      if (NOBODY.test(address)) done(smtpError(550, `5.1.1 <${address}>: User unknown`))
      else done(session.envelope.rcptTo.length < MAX_RECIPIENTS ? null : smtpError(452, 'Too many recipients'))
    },
    onData(stream, session, done) {
      receive({ mailbox, faults, stream, envelope: readEnvelope(session) }).then(
        (answer) => (answer === 'silence' ? undefined : done(null, answer)),
        (error: unknown) => done(error instanceof Error ? error : smtpError(451, 'The mail could not be kept')),
      )
    },
  })
}

interface Delivery {
  readonly mailbox: Mailbox
  readonly faults: FaultBook
  readonly stream: SMTPServerDataStream
  readonly envelope: Envelope
}

/** Takes one mail; resolves to the words for the sender, or to silence when a fault says so. */
async function receive({ mailbox, faults, stream, envelope }: Delivery): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array)
    length += bytes.length
    // What is over the limit is still read, because SMTP has no way to interrupt the sender.
    if (length <= MAX_MAIL_BYTES) chunks.push(bytes)
  }
  if (length > MAX_MAIL_BYTES) throw smtpError(552, 'The mail is larger than 10 MB')
  const fault = faults.take('smtp')
  if (fault?.kind === 'timeout') return 'silence'
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.by))
  else if (fault !== undefined) throw smtpError(451, 'SANDBOX: this failure was ordered')
  const mail = await mailbox.receive(envelope, Buffer.concat(chunks))
  return `Kept as ${mail.id}`
}

function readEnvelope({ envelope }: SMTPServerSession): Envelope {
  const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  return { from: sender, to: envelope.rcptTo.map((recipient) => recipient.address) }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
