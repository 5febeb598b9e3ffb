/**
 * Certificates by enrolment over secure transport (RFC 7030 §4.1, §4.2): the key is made here, the authority sees a
 * request that is signed with it, and its answer must be for that key.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { PortalError, type ErrorCode } from '@rubrica/domain'
import { orderChain, readCertificateBundle, requestCertificate } from '@rubrica/pki'
import type { EnrolmentConfig } from '../../config/config.ts'
import type { CertificateAuthority, CertifiedMailbox, CertifiedPerson } from '../../modules/certificates/ports.ts'

const TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 256 * 1024
/** ECDSA on P-256 (SOG-IS agreed mechanisms): made in a moment, where an RSA key of that strength takes seconds. */
const CURVE = 'P-256'

const makeKeyPair = promisify(generateKeyPair)

export interface EstOptions {
  /** Milliseconds for each of the two calls. */
  readonly timeoutMs?: number
}

/** @param enrolment where the authority is; without it nothing can be issued */
export function openEstAuthority(
  enrolment: EnrolmentConfig | undefined,
  { timeoutMs = TIMEOUT_MS }: EstOptions = {},
): CertificateAuthority {
  return {
    issue: async (subject) => {
      if (!enrolment) throw fault('PROVIDER_NOT_CONFIGURED', 'This installation has no certificate authority')
      const { privateKey } = await makeKeyPair('ec', { namedCurve: CURVE })
      const request = requestCertificate(privateKey, requestedOf(subject))
      const key = privateKey.export({ format: 'der', type: 'pkcs8' })
      const call = { enrolment, timeoutMs }
      try {
        const issued = await fetchBundle({ ...call, operation: 'simpleenroll', request })
        const certificate = findForKey(issued, key)
        const issuers = await fetchBundle({ ...call, operation: 'cacerts' })
        return {
          alias: 'mailbox' in subject ? subject.mailbox : subject.name,
          key,
          certificate,
          chain: orderChain(certificate, [...issued, ...issuers]),
        }
      } catch (error) {
        key.fill(0)
        throw error
      }
    },
  }
}

const requestedOf = (subject: CertifiedPerson | CertifiedMailbox) =>
  'mailbox' in subject
    ? { commonName: subject.mailbox, email: subject.mailbox }
    : { commonName: subject.name, serialNumber: subject.legalId }

function findForKey(certificates: readonly Uint8Array[], key: Buffer): Uint8Array {
  const ours = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  const found = certificates.find((der) => readPublicKey(der)?.equals(ours))
  if (!found) throw fault('PROVIDER_FAILED', 'The certificate authority issued a certificate for another key')
  return found
}

/** Undefined for a key of a kind that is not known here, which is none of ours. */
function readPublicKey(certificate: Uint8Array): KeyObject | undefined {
  try {
    return new X509Certificate(certificate).publicKey
  } catch {
    return undefined
  }
}

interface EstCall {
  readonly enrolment: EnrolmentConfig
  readonly timeoutMs: number
  readonly operation: 'simpleenroll' | 'cacerts'
  /** DER of the certification request. */
  readonly request?: Uint8Array
}

async function fetchBundle(call: EstCall): Promise<Uint8Array[]> {
  const { status, body } = await exchange(call).catch((cause: unknown) => {
    throw explain(cause)
  })
  if (status === 202) throw fault('PROVIDER_FAILED', 'The certificate authority wants to decide later')
  if (status !== 200) throw fault('PROVIDER_FAILED', `The certificate authority refused (status ${status})`)
  const certificates = readCertificateBundle(Buffer.from(body.toString('latin1').replaceAll(/\s/g, ''), 'base64'))
  if (certificates.length > 0) return certificates
  throw fault('PROVIDER_FAILED', 'The certificate authority gave no usable answer')
}

async function exchange(call: EstCall): Promise<{ status: number; body: Buffer }> {
  const { enrolment, timeoutMs, operation, request } = call
  const account = Buffer.from(`${enrolment.user}:${enrolment.password.reveal()}`).toString('base64')
  const answer = await fetch(`${prefixOf(enrolment.url)}/${operation}`, {
    method: request ? 'POST' : 'GET',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/pkcs7-mime',
      authorization: `Basic ${account}`,
      ...(request && { 'content-type': 'application/pkcs10', 'content-transfer-encoding': 'base64' }),
    },
    body: request && Buffer.from(request).toString('base64'),
  })
  return { status: answer.status, body: await readBounded(answer) }
}

const WELL_KNOWN = '/.well-known/est'

/**
 * An address without a path stands for the one that RFC 7030 §3.2.2 fixes; labels and gateways have paths of their own.
 */
function prefixOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + (pathname.replace(/\/+$/, '') || WELL_KNOWN)
}

async function readBounded(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES)
      throw fault('PROVIDER_FAILED', 'The answer of the certificate authority is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Of a call that failed, only whether the authority was there can be said. */
function explain(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  return isLate
    ? fault('PROVIDER_TIMEOUT', 'The certificate authority did not answer in time', cause)
    : fault('PROVIDER_UNREACHABLE', 'Error connecting to the certificate authority', cause)
}

const fault = (code: ErrorCode, message: string, cause?: unknown) => new PortalError(code, message, { cause })
