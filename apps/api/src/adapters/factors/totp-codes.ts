/**
 * Codes by time (RFC 6238), as every authenticator app makes them: HMAC-SHA-1, 30 seconds, 6 digits. The code of the step
 * before and of the one after counts too, for clocks that are not quite right (§5.2).
 */
import { Secret, TOTP } from 'otpauth'
import type { TotpCodes } from '../../modules/factors/ports.ts'

const PERIOD = 30
const DIGITS = 6
/** As long as the hash (RFC 4226 §4). */
const SECRET_BYTES = 20
const NEIGHBOURS = 1

/** @param issuer what apps call the portal */
export function openTotpCodes(issuer: string): TotpCodes {
  const open = (secret: Uint8Array, label = '') =>
    new TOTP({
      ...{ issuer, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD },
      secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    })
  return {
    makeSecret: () => new Secret({ size: SECRET_BYTES }).bytes,
    describe: (secret, loginName) => {
      const totp = open(secret, loginName)
      return { secret: totp.secret.base32, address: totp.toString() }
    },
    stepOf: (secret, code, at) => {
      const digits = code.replaceAll(/\s/g, '')
      if (!/^\d{6}$/.test(digits)) return undefined
      const timestamp = at.getTime()
      const delta = open(secret).validate({ token: digits, timestamp, window: NEIGHBOURS })
      return delta === null ? undefined : Math.floor(timestamp / (PERIOD * 1000)) + delta
    },
  }
}
