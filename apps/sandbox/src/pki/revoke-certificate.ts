import type { Pki } from './open-pki.ts'

/** CRLReason keyCompromise (RFC 5280 5.3.1): from the moment of revocation on, nothing signed with the key counts. */
const KEY_COMPROMISE = 1

/** Revokes an issued certificate from now on; again is no change. False when no certificate has this serial number. */
export function revoke(pki: Pki, serial: string): boolean {
  const issued = pki.issued.rows.find((row) => row.serial === serial)
  if (issued === undefined) return false
  if (!pki.revoked.rows.some((row) => row.serial === serial)) {
    pki.revoked.add({ serial, issuer: issued.issuer, at: new Date().toISOString(), reason: KEY_COMPROMISE })
  }
  return true
}
