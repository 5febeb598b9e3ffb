import type { FastifyReply } from 'fastify'

const PUBLIC_SERVICES = ['tsa', 'ocsp', 'crl', 'est', 'smtp', 'push'] as const
const PROVIDER_SERVICES = ['csc', 'signcloud', 'redtrust', 'nebula', 'swisscom', 'ivnosys', 'sms'] as const
const LOGIN_SERVICES = ['google', 'microsoft', 'wallet', 'oidc', 'saml'] as const
export const FAULTY_SERVICES = [...PUBLIC_SERVICES, ...PROVIDER_SERVICES, ...LOGIN_SERVICES] as const
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
  /** A token with the certificate of its authority and none of its issuers, as RFC 3161 permits. */
  'own-certificate',
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
  /** The log-in gives a refresh token alone; an authorisation is good for one call, however many it signs. No lies. */
  'refresh-alone',
  'one-call',
  /** A code counts as used before. */
  'used-code',
  /** The page on which a person confirms is told only when it is asked for again, or never. */
  'late-page',
  'no-page',
  /** The person confirms on the phone, and no page is ever told; a call wants customer and key entity. No lies. */
  'phone-alone',
  'whole-identity',
  /** The person counts as too late, as having refused, and as another one than before. */
  'person-late',
  'person-refused',
  'person-changed',
  /** Somebody else than the one who was asked proves who they are, or is in the certificate. */
  'other-person',
  /** The certificate is of an authority that nobody trusts. */
  'other-issuer',
  /** A CMS that names a time of signing, and one that ends too early. */
  'signing-time',
  'cut-cms',
  /** What is told of somebody names another issuer, or another audience, than it should. */
  'wrong-issuer',
  'wrong-audience',
  /** An ID token that is not signed, and one signed with the client's secret. */
  'alg-none',
  'alg-hmac',
  /** The mail address is said to be unverified. */
  'unverified-email',
  /** SAML: nothing is signed, or the response instead of the assertion. */
  'unsigned',
  'assertion-unsigned',
  /** SAML: the signed assertion is in order, and the one in its place is about somebody else. */
  'wrapped',
  /** SAML: the answer to the log-in before. */
  'replayed',
  /** SAML: entities that would grow without bound, and one that would read a file. */
  'entity-bomb',
  'external-entity',
  /** SAML: the NameID is a user name, one that others have had before, and will have. */
  'reused-name',
  /** SAML: several mail addresses, the person's last; several document numbers; and none. */
  'several-addresses',
  'several-numbers',
  'no-number',
  /** SAML, no lie: the assertion is encrypted for the portal, and the response signed in its place. */
  'encrypted',
] as const

/**
 * Faults with a number: of milliseconds, of seconds by which the service's clock is ahead (or behind), and of seconds
 * that a certificate lasts, also one about a P-256 key. The last two are no lies.
 */
const NUMBERED_KINDS = ['slow', 'clock', 'life', 'ec-key'] as const
type NumberedKind = (typeof NUMBERED_KINDS)[number]

/** What can go wrong: see `parseFault` for the forms in text. */
export type Fault =
  { readonly kind: (typeof FAULT_KINDS)[number] } | { readonly kind: NumberedKind; readonly by: number }

/** Of the one fault that may go without: seconds that a certificate for one signature lasts. */
const WITHOUT_NUMBER = '600'

/** JSON Schema pattern of a fault in text, such as `http500`, `slow:1500` or `clock:-300`. */
export const FAULT_PATTERN = `^(${FAULT_KINDS.join('|')}|slow:[0-9]{1,6}|clock:-?[0-9]{1,6}|life:[0-9]{1,6}|ec-key(:[0-9]{1,6})?)$`

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
  const [kind = '', number = WITHOUT_NUMBER] = text.split(':')
  const numbered = NUMBERED_KINDS.find((one) => one === kind)
  if (numbered !== undefined) return { kind: numbered, by: Number(number) }
  return { kind: kind as (typeof FAULT_KINDS)[number] }
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
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.by))
  return false
}
