import type { FastifyReply } from 'fastify'

export const FAULTY_SERVICES = ['tsa', 'ocsp', 'crl', 'est', 'smtp'] as const
export type FaultyService = (typeof FAULTY_SERVICES)[number]

/** What can go wrong: see `parseFault` for the forms in text. */
export type Fault =
  | { readonly kind: 'timeout' | 'http500' | 'malformed' | 'wrong-imprint' | 'wrong-nonce' }
  | { readonly kind: 'slow'; readonly milliseconds: number }

/** JSON Schema pattern of a fault in text; `slow:1500` waits that many milliseconds and then answers. */
export const FAULT_PATTERN = '^(timeout|http500|malformed|wrong-imprint|wrong-nonce|slow:[0-9]{1,6})$'

/** Faults that wait to be told by a service, each for a number of requests, in the order of their arrival. */
export interface FaultBook {
  add(service: FaultyService, fault: Fault, times: number): void
  take(service: FaultyService): Fault | undefined
  clear(): void
}

/** Reads a fault that matches FAULT_PATTERN. */
export function parseFault(text: string): Fault {
  const [kind = '', milliseconds = '0'] = text.split(':')
  if (kind === 'slow') return { kind, milliseconds: Number(milliseconds) }
  return { kind: kind as Exclude<Fault['kind'], 'slow'> }
}

export function createFaultBook(): FaultBook {
  const waiting: { service: FaultyService; fault: Fault; times: number }[] = []
  return {
    add: (service, fault, times) => void waiting.push({ service, fault, times }),
    take(service) {
      const entry = waiting.find((one) => one.service === service && one.times > 0)
      if (entry === undefined) return undefined
      entry.times -= 1
      return entry.fault
    },
    clear: () => void waiting.splice(0),
  }
}

/**
 * Plays a fault on an HTTP answer. True when the fault took the answer over: `timeout` never answers (the client or
 * the sandbox's end closes the connection), `http500` answers at once, and so does `malformed` with rubbish under the
 * service's own media type. Faults about the content of an
 * answer are left to the service.
 */
export async function playFault(fault: Fault | undefined, reply: FastifyReply, mediaType: string): Promise<boolean> {
  switch (fault?.kind) {
    case 'timeout':
      reply.hijack()
      return true
    case 'http500':
      await reply.code(500).type('text/plain').send('SANDBOX: this failure was ordered.')
      return true
    case 'malformed':
      await reply.code(200).type(mediaType).send(Buffer.from('SANDBOX: not what was asked for'))
      return true
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds))
      return false
    case 'wrong-imprint':
    case 'wrong-nonce':
    case undefined:
      return false
  }
}
