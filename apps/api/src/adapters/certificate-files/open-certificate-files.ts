import { createHash } from 'node:crypto'
import { classifyCertificate, openP12, type P12Key, readHolder, CodedError } from '@rubrica/pki'
import { PortalError, type ErrorCode } from '@rubrica/domain'
import { takeTurns } from '../take-turns.ts'
import type { CertificateFiles, KeyInFile } from '../../modules/certificates/ports.ts'

/** Each file gets a process; so many uploads at once must not become as many processes. */
const turns = takeTurns({ atOnce: 2, waiting: 64 })

const REFUSALS: Readonly<Record<string, { code: ErrorCode; sentence: string }>> = {
  P12_WRONG_PASSWORD: { code: 'P12_WRONG_PASSWORD', sentence: 'The password does not open this file' },
  P12_NO_KEY: { code: 'P12_NO_KEY', sentence: 'The file holds no private key with its certificate' },
  P12_DAMAGED: { code: 'P12_DAMAGED', sentence: 'The file is not a readable PKCS#12 file' },
  P12_UNSUPPORTED: { code: 'P12_DAMAGED', sentence: 'The file uses an encryption that nobody supports' },
  P12_TOO_COMPLEX: { code: 'P12_TOO_COMPLEX', sentence: 'Opening this file takes too much time or memory' },
  P12_TOO_SLOW: {
    code: 'P12_TOO_SLOW',
    sentence: 'Opening this file took too long; nobody knows whether the password is right',
  },
}

function refuse(error: unknown): never {
  const refusal = error instanceof CodedError ? REFUSALS[error.code] : undefined
  if (!refusal) throw error
  throw new PortalError(refusal.code, refusal.sentence, { cause: error })
}

const toKey = ({ alias, privateKeyPkcs8, certificate, chain }: P12Key): KeyInFile => ({
  alias,
  key: privateKeyPkcs8,
  certificate,
  chain,
})

/** Certificates that are read again with each document of a batch. */
const MOST_READ = 500
type Read = ReturnType<typeof classifyCertificate> & { readonly at: Date }
const read = new Map<string, Read>()

/** What is said of a certificate changes only with its dates, so that it is read once between them. */
function classify(certificate: Uint8Array, chain: readonly Uint8Array[], now: Date): Read {
  const hash = createHash('sha256')
  for (const link of [certificate, ...chain]) hash.update(`${link.length}:`).update(link)
  const name = hash.digest('base64')
  const known = read.get(name)
  if (known?.facts && isSamePeriod(known.facts, known.at, now)) return known
  const fresh = { ...classifyCertificate(certificate, chain, now), at: now }
  if (read.size >= MOST_READ) read.clear()
  read.set(name, fresh)
  return fresh
}

type Dates = Pick<NonNullable<Read['facts']>, 'notBefore' | 'notAfter'>

const isSamePeriod = ({ notBefore, notAfter }: Dates, one: Date, other: Date): boolean =>
  [notBefore, notAfter].every((border) => one < border === other < border && one > border === other > border)

/** PKCS#12 files, opened in a process of their own, and what certificates say of themselves. */
export const certificateFiles: CertificateFiles = {
  openP12: async (file, password) => (await turns.run(() => openP12(file, password).catch(refuse))).keys.map(toKey),
  describe: (certificate, chain, now) => {
    const { facts, reasons } = classify(certificate, chain, now)
    if (!facts)
      throw new PortalError('CERTIFICATE_UNUSABLE', 'The certificate cannot be read', { facts: { Reasons: reasons } })
    return {
      dn: facts.subject,
      commonName: facts.commonName ?? facts.subject,
      serialNumber: facts.serialNumber,
      notBefore: facts.notBefore,
      notAfter: facts.notAfter,
      keyAlgorithm: facts.key.curve ?? `${facts.key.type}-${facts.key.bits}`,
      unusable: reasons,
    }
  },
  holderOf: readHolder,
}
