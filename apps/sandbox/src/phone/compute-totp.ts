import { createHmac } from 'node:crypto'

const STEP = 30_000
const DIGITS = 6
/** A code of the step before is still taken (RFC 6238 5.2). */
const DELAY_STEPS = 1

/** The time step of RFC 6238 4.2 that a moment lies in. */
const stepOf = (at: number): number => Math.floor(at / STEP)

/** The code that an authenticator app shows (RFC 6238, HMAC-SHA-1, 30 seconds, 6 digits), and until when. */
export function computeTotp(secret: Uint8Array, at: number): { code: string; expiresAt: number } {
  const step = stepOf(at)
  return { code: codeOf(secret, step), expiresAt: (step + 1) * STEP }
}

/** @returns the time step that the code belongs to, by which a code that is used again is found out */
export function matchTotp(secret: Uint8Array, code: string, at: number): number | undefined {
  const step = stepOf(at)
  return [step, step - DELAY_STEPS].find((one) => codeOf(secret, one) === code)
}

/** HOTP of RFC 4226 5.3. */
function codeOf(secret: Uint8Array, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
