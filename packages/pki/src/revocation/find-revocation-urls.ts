/**
 * Where a certificate says that its status and its issuer can be fetched.
 *
 * Only http and https are given: directories (LDAP) are not asked. RFC 5280 §4.2.1.13, §4.2.2.1.
 */
import { readCertificate } from '../certificates/read-certificate.ts'
import { childrenOf, DerCursor, DerError, oidOf, readDer, TAG } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { readGeneralName } from '../path/general-names.ts'
import { readDistributionPoints } from './distribution-points.ts'

export interface RevocationUrls {
  readonly ocsp: readonly string[]
  readonly crls: readonly string[]
  /** Certificates of the issuer. */
  readonly issuers: readonly string[]
}

const MOST_URLS = 10
const LONGEST_URL = 2000

/** At most ten of each, in the order of the certificate; none for what cannot be read. */
export function findRevocationUrls(certificate: Uint8Array): RevocationUrls {
  try {
    const { extensions } = readCertificate(certificate)
    const access = extensions.get(OID.authorityInfoAccess)?.value
    const points = extensions.get(OID.crlDistributionPoints)?.value
    return {
      ocsp: access ? findAccess(access, OID.accessOcsp) : [],
      crls: points ? findCrls(points) : [],
      issuers: access ? findAccess(access, OID.accessCaIssuers) : [],
    }
  } catch (error) {
    if (error instanceof DerError) return { ocsp: [], crls: [], issuers: [] }
    throw error
  }
}

function findAccess(value: Uint8Array, method: string): string[] {
  const urls = childrenOf(readDer(value, TAG.sequence)).flatMap((description) => {
    const cursor = new DerCursor(description, TAG.sequence)
    const isWanted = oidOf(cursor.take(TAG.oid)) === method
    const location = readGeneralName(cursor.take())
    return isWanted && location.kind === 'uri' ? [location.text] : []
  })
  return selectUrls(urls)
}

function findCrls(value: Uint8Array): string[] {
  const points = readDistributionPoints(value)
  const names = points.flatMap(({ name }) => (name?.kind === 'full' ? name.names : []))
  return selectUrls(names.flatMap((name) => (name.kind === 'uri' ? [name.text] : [])))
}

const selectUrls = (urls: readonly string[]): string[] =>
  [...new Set(urls)].filter((url) => /^https?:\/\//i.test(url) && url.length <= LONGEST_URL).slice(0, MOST_URLS)
