/** Sends messages to their receivers, each until it has arrived or is given up. */
import type { Failpoint } from '../../ports/failpoints.ts'
import type { Log } from '../../ports/log.ts'
import { causeOf, judgeAnswer } from './judge-answer.ts'
import type { HeldMessage, MessageTry, Outgoing, Receiver, ReceiverAnswer } from './ports.ts'
import { signaturesOf } from './sign-message.ts'

export interface DeliverMessages {
  readonly outgoing: Outgoing
  readonly receiver: Receiver
  readonly log: Log
  readonly reach: Failpoint
  readonly now: () => Date
  readonly random: () => number
}

/** Longer than an exchange may take: then its process has died, and another one tries again. */
const LEASE_MS = 45_000

/** Takes up to `most` messages that are due. */
export function takeMessages({ outgoing, now }: DeliverMessages, most: number): Promise<readonly HeldMessage[]> {
  const at = now()
  return outgoing.hold({ at, until: new Date(at.getTime() + LEASE_MS) }, most)
}

/** One try. Whatever the receiver does is its result; only a fault of our own is thrown. */
export async function deliverMessage(ports: DeliverMessages, message: HeldMessage): Promise<void> {
  const { outgoing, now, random, reach } = ports
  const at = now()
  await reach('webhook-taken')
  const answer = await post(ports, message, at)
  await reach('webhook-answered')
  const end = now()
  const result: MessageTry = {
    ...{ number: message.number, at, milliseconds: Math.max(0, end.getTime() - at.getTime()) },
    ...{ status: 'status' in answer ? answer.status : null, cause: causeOf(answer) },
    answer: 'beginning' in answer ? answer.beginning : '',
  }
  const verdict = judgeAnswer({ answer, result, ofRound: message.ofRound, at: end, random: random() })
  if (!(await outgoing.settle(message, result, verdict))) {
    ports.log.info({ message: message.id }, 'A message was tried by somebody else meanwhile.')
  }
}

function post({ receiver, log }: DeliverMessages, message: HeldMessage, at: Date): Promise<ReceiverAnswer> {
  if (message.secrets.length > 0) return receiver.post(message.url, headersOf(message, at), Buffer.from(message.body))
  log.error(
    { err: message.fault, endpoint: message.endpointId },
    'The secret of a webhook does not open: its messages are not sent.',
  )
  return Promise.resolve({ cause: 'secret' })
}

function headersOf({ id, signing, secrets, body }: HeldMessage, at: Date): Record<string, string> {
  const [messageId, timestamp] = [`msg_${id}`, Math.floor(at.getTime() / 1000)]
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf(signing, secrets, { id: messageId, timestamp, body }),
  }
}
