import type { FastifyReply } from 'fastify'

const PUBLIC_SERVICES = ['tsa', 'ocsp', 'crl', 'est', 'smtp'] as const
const PROVIDER_SERVICES = ['csc', 'signcloud', 'redtrust', 'nebula', 'sms'] as const
export const FAULTY_SERVICES = [...PUBLIC_SERVICES, ...PROVIDER_SERVICES] as const
export type FaultyService = (typeof FAULTY_SERVICES)[number]

/** Faults without a number, each with what goes wrong. */
export const FAULT_KINDS = [
  /** Nothing is answered: the client, or the sandbox's end, closes the connection. */
  'timeout',
  'http500',
  'http503',
  /** Rubbish under the service's own media type. */
  'malformed',
  /** A good status and no body. */
  'empty',
  /** The connection ends in the middle of the body. */
  'half',
  /** The body goes on for very long. */
  'enormous',
  /** The work is done, and the connection dropped before the answer. */
  'answer-lost',
  'wrong-imprint',
  'wrong-nonce',
  /** Signed with another key than the certificate's. */
  'other-key',
  /** Another digest is signed than the one that was sent. */
  'other-hash',
  /** One signature fewer than asked for. */
  'fewer',
  /** Twice as many signatures as asked for. */
  'twice',
  /** The log-in or authorisation counts as expired. */
  'expired-session',
] as const

/** What can go wrong: see `parseFault` for the forms in text. */
export type Fault =
  { readonly kind: (typeof FAULT_KINDS)[number] } | { readonly kind: 'slow'; readonly milliseconds: number }

/** JSON Schema pattern of a fault in text; `slow:1500` waits that many milliseconds and then answers. */
export const FAULT_PATTERN = `^(${FAULT_KINDS.join('|')}|slow:[0-9]{1,6})$`

export interface FaultOrder {
  readonly service: FaultyService
  /** Only requests for this operation of the service; any when absent. */
  readonly operation?: string | undefined
  readonly fault: Fault
  readonly times: number
}

/** Faults that wait to be told by a service, each for a number of requests, in the order of their arrival. */
export interface FaultBook {
  add(order: FaultOrder): void
  take(service: FaultyService, operation?: string): Fault | undefined
  clear(): void
}

/** Reads a fault that matches FAULT_PATTERN. */
export function parseFault(text: string): Fault {
  const [kind = '', milliseconds = '0'] = text.split(':')
  if (kind === 'slow') return { kind, milliseconds: Number(milliseconds) }
  return { kind: kind as Exclude<Fault['kind'], 'slow'> }
}

export function createFaultBook(): FaultBook {
  const waiting: { order: FaultOrder; left: number }[] = []
  return {
    add: (order) => void waiting.push({ order, left: order.times }),
    take(service, operation) {
      const entry = waiting.find(({ order, left }) => left > 0 && isAbout(order, service, operation))
      if (entry === undefined) return undefined
      entry.left -= 1
      return entry.order.fault
    },
    clear: () => void waiting.splice(0),
  }
}

const isAbout = (order: FaultOrder, service: FaultyService, operation: string | undefined): boolean =>
  order.service === service && (order.operation === undefined || order.operation === operation)

/**
 * Plays a fault on an HTTP answer before any work is done. True when the fault took the answer over. Faults about the
 * content of an answer are left to the service.
 */
export async function playFault(fault: Fault | undefined, reply: FastifyReply, mediaType: string): Promise<boolean> {
  const kind = fault?.kind
  if (kind === 'timeout') {
    reply.hijack()
    return true
  }
  if (kind === 'http500' || kind === 'http503') {
    const status = Number(kind.slice('http'.length))
    await reply.code(status).type('text/plain').send('SANDBOX: this failure was ordered.')
    return true
  }
  if (kind === 'malformed') {
    await reply.code(200).type(mediaType).send(Buffer.from('SANDBOX: not what was asked for'))
    return true
  }
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.milliseconds))
  return false
}
