import { OID } from '../der/object-identifiers.ts'
import {
  certificateTime,
  enumerated,
  explicit,
  integer,
  sequence,
  unsignedInteger,
  type Der,
} from '../der/write-der.ts'
import { authorityKeyIdentifier, encodeExtension } from './encode-extensions.ts'
import { sha256WithRsa, signStructure } from './issue-certificate.ts'
import { authorityOf, type AuthorityId, type Pki, type RevokedRow } from './open-pki.ts'

const CRL_LIFE = 24 * 3600_000

/**
 * The authority's certificate revocation list as of now (RFC 5280 5.1), DER. Its number is the time in milliseconds.
 */
export function issueCrl(pki: Pki, issuer: AuthorityId): Der {
  const authority = authorityOf(pki, issuer)
  const now = new Date()
  const entries = pki.revoked.rows.filter((row) => row.issuer === issuer).map(encodeEntry)
  const extensions = sequence(
    authorityKeyIdentifier(authority.keyIdentifier),
    encodeExtension(OID.crlNumber, integer(now.getTime())),
  )
  const tbs = sequence(
    integer(1),
    sha256WithRsa(),
    authority.subjectName,
    certificateTime(now),
    certificateTime(new Date(now.getTime() + CRL_LIFE)),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    explicit(0, extensions),
  )
  return signStructure(tbs, authority.privateKey)
}

function encodeEntry(row: RevokedRow): Der {
  return sequence(
    unsignedInteger(Buffer.from(row.serial, 'hex')),
    certificateTime(new Date(row.at)),
    sequence(encodeExtension(OID.crlReason, enumerated(row.reason))),
  )
}
