import type { KeyReference, RemoteCertificate } from '../../connector.ts'
import { readCertificate } from '../read-certificate.ts'
import { readFields, readList, readText, readWholeNumber, type Fields } from '../read-answer.ts'
import type { CscDialect } from './csc-dialect.ts'
import { readFactors, type Factors } from './read-factors.ts'

export interface CscCredential {
  readonly certificate: RemoteCertificate
  readonly factors: Factors
  /** Object identifiers of the signature algorithms that the key knows. */
  readonly algorithms: readonly string[]
}

const MAX_CHAIN = 10
const MAX_ALGORITHMS = 50
const MOST_SIGNATURES = 1_000_000
/** DER of the object identifier of QcCompliance (EN 319 412-5 §4.2.1). */
const QC_COMPLIANCE = Buffer.from('060604008e460101', 'hex')

/**
 * Reads `credentials/info`.
 * @returns 'foreign' for a credential that is authorised in a browser or by other means than ours, and undefined for an
 * answer that makes no sense
 */
export function readCredential(dialect: CscDialect, ref: string, info: Fields): CscCredential | 'foreign' | undefined {
  const factors = readFactors(dialect, info)
  if (factors === undefined) return 'foreign'
  const key = readFields(info['key'])
  const chain = readChain(readFields(info['cert']))
  const maxDocuments = readWholeNumber(info['multisign'], MOST_SIGNATURES)
  const algorithms = readList(key['algo'], MAX_ALGORITHMS)
  if (chain === undefined || maxDocuments === undefined || maxDocuments < 1 || algorithms === undefined)
    return undefined
  const certificate: RemoteCertificate = {
    ref,
    alias: readText(info['description']) ?? ref,
    chain,
    ...describeFactors(factors),
    qualified: isQualified(info, chain),
    maxDocuments,
    scal: info['SCAL'] === '2' || info['SCAL'] === 2 ? '2' : '1',
    enabled: isEnabled(info),
  }
  return { certificate, factors, algorithms: algorithms.filter((oid) => typeof oid === 'string') }
}

/** Whether the service still means the certificate that the person chose. */
export const isSameCertificate = ({ certificate }: CscCredential, key: KeyReference): boolean =>
  certificate.chain[0] !== undefined && Buffer.compare(certificate.chain[0], key.certificate) === 0

function readChain({ certificates }: Fields): readonly Uint8Array[] | undefined {
  const found = readList(certificates, MAX_CHAIN)?.map(readCertificate)
  if (found === undefined || found.length === 0) return undefined
  const chain = found.flatMap((certificate) => (certificate === undefined ? [] : [certificate.raw]))
  return chain.length === found.length ? chain : undefined
}

function describeFactors({
  pin,
  code,
  push,
  isImplicit,
}: Factors): Pick<RemoteCertificate, 'authenticationType' | 'pinRequired' | 'inputs'> {
  const isOnPhone = push !== undefined || code?.from === 'app' || isImplicit === true
  return {
    authenticationType: code?.from === 'sent' ? 'SMS' : isOnPhone ? 'APP' : 'PIN',
    pinRequired: pin !== undefined,
    inputs: [...(code === undefined ? [] : ['code' as const]), ...(pin === undefined ? [] : ['pin' as const])],
  }
}

/** Version 2 may say so; otherwise the certificate does. */
function isQualified(info: Fields, chain: readonly Uint8Array[]): boolean {
  const qualifier = readText(info['signatureQualifier'])
  if (qualifier !== undefined) return qualifier.startsWith('eu_eidas_qes')
  return chain[0] !== undefined && Buffer.from(chain[0]).includes(QC_COMPLIANCE)
}

/** A certificate that has expired says so itself. */
function isEnabled(info: Fields): boolean {
  const { status: key } = readFields(info['key'])
  const { status: certificate } = readFields(info['cert'])
  return key === 'enabled' && !['revoked', 'suspended'].includes(certificate as string)
}
