/**
 * Where a certificate says that its issuer, its OCSP responder and its CRLs are found.
 *
 * Difficulty: low. Only http and https addresses are told, a few of each: directories are asked by nobody any more, and
 * a certificate of a stranger could name thousands.
 *
 * RFC 5280 §4.2.1.13 and §4.2.2.1.
 */
import type { CertificateParts } from '../certificates/read-certificate.ts'
import { childrenOf, DerCursor, DerError, type DerNode, oidOf, readDer, TAG } from '../cms/der-reader.ts'
import { OID } from '../cms/object-identifiers.ts'

export interface EvidenceAddresses {
  readonly ocsp: readonly string[]
  readonly crl: readonly string[]
  readonly issuers: readonly string[]
}

const MOST_OF_A_KIND = 4
const URI_NAME = 0x86

/** None of a kind when its extension is missing or cannot be read. */
export function readAddresses(certificate: CertificateParts): EvidenceAddresses {
  const access = (method: string) => (): string[] => readAccess(certificate, method)
  return {
    ocsp: listed(access(OID.accessOcsp)),
    crl: listed(() => readDistributionPoints(certificate)),
    issuers: listed(access(OID.accessCaIssuers)),
  }
}

function listed(read: () => string[]): string[] {
  try {
    const usable = read().filter((address) => /^https?:\/\//i.test(address))
    return [...new Set(usable)].slice(0, MOST_OF_A_KIND)
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}

function readAccess({ extensions }: CertificateParts, method: string): string[] {
  const extension = extensions.get(OID.authorityInfoAccess)
  if (!extension) return []
  return childrenOf(readDer(extension.value, TAG.sequence)).flatMap((description) => {
    const cursor = new DerCursor(description, TAG.sequence)
    return oidOf(cursor.take(TAG.oid)) === method ? uriOf(cursor.take()) : []
  })
}

/** The full names of the points; a name relative to the issuer leads to a directory. */
function readDistributionPoints({ extensions }: CertificateParts): string[] {
  const extension = extensions.get(OID.crlDistributionPoints)
  if (!extension) return []
  return childrenOf(readDer(extension.value, TAG.sequence)).flatMap((point) => {
    const name = new DerCursor(point, TAG.sequence).takeIf(0xa0)
    const fullName = name && childrenOf(name).find(({ tag }) => tag === 0xa0)
    return fullName ? childrenOf(fullName).flatMap(uriOf) : []
  })
}

const uriOf = ({ tag, content }: DerNode): string[] =>
  tag === URI_NAME ? [Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1')] : []
