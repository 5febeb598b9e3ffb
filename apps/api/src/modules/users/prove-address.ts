/** How a person proves that the address that they gave in the profile is theirs: by a code in a mail to it. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import type { Mailer } from '../../ports/mail.ts'
import { digestSecret } from '../new-invitation.ts'
import type { AddressCodeWriter, EmailCodeStore, User } from './ports.ts'

const SECRET_BYTES = 32
const LIMITS = { pauseMs: 60_000, most: 10, tries: 5, validMs: 10 * 60_000 }

export interface ProveAddress {
  readonly codes: EmailCodeStore
  readonly findUser: (userId: string) => Promise<Pick<User, 'name' | 'email' | 'language'>>
  readonly mailer: Mailer
  readonly writer: AddressCodeWriter
  readonly log: Log
  readonly now: () => Date
}

/**
 * Sends the code.
 * @returns a secret with which alone the code counts; null where nothing is to be proved
 * @throws {PortalError} RATE_LIMITED, with RetryAfterSeconds; EMAIL_REFUSED when nobody has the address;
 *   PROVIDER_NOT_CONFIGURED, TEMPORARILY_UNAVAILABLE when nobody took the mail; USER_NOT_FOUND
 */
export async function sendAddressCode(
  { codes, findUser, mailer, writer, now }: ProveAddress,
  userId: string,
): Promise<string | null> {
  const { name, email, language } = await findUser(userId)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const at = now()
  const kept = await codes.keep({ userId, email, digest: digestSecret(secret, code), at }, LIMITS)
  if (kept === 'known') return null
  if (kept !== 'kept') {
    const seconds = Math.max(1, Math.ceil((kept.getTime() - at.getTime()) / 1000))
    throw new PortalError('RATE_LIMITED', 'A code was sent just now, or too many today.', {
      facts: { RetryAfterSeconds: seconds },
    })
  }
  const mail = writer.addressCode({ id: randomUUID(), person: { name, email, language: language ?? '' }, code })
  const outcome = await mailer.send(mail).catch(async (cause: unknown) => {
    await codes.withdraw(userId)
    throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The mail server did not take the code.', { cause })
  })
  if (outcome === 'taken') return secret
  await codes.withdraw(userId)
  if (outcome === 'refused')
    throw new PortalError('EMAIL_REFUSED', 'The mail server says that nobody has this address.')
  throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation cannot send mails')
}

/**
 * Takes the code: what is sent to the address is for this person from then on.
 * @throws {PortalError} WRONG_CODE, with TriesLeft; CODE_EXPIRED when another one is needed
 */
export async function proveAddress(
  { codes, log, now }: ProveAddress,
  userId: string,
  { secret, code }: { readonly secret: string; readonly code: string },
): Promise<void> {
  const trial = await codes.tryCode({ userId, digest: digestSecret(secret, code), at: now() }, LIMITS)
  if (trial === 'proved') {
    log.info({ userId }, 'A person proved their address.')
    return
  }
  const left = trial === 'none' ? 0 : trial.left
  if (left > 0) throw new PortalError('WRONG_CODE', 'The code is wrong', { facts: { TriesLeft: left } })
  throw new PortalError('CODE_EXPIRED', 'The code is no longer valid; ask for another one')
}
