/** A passkey that has verified its person is both factors: something that they have, and something that they are or know. */
import { PORTAL_SCOPE, type IssuedToken, type Tokens } from '../sessions/ports.ts'
import { makeChallenge } from './confirm-factor.ts'
import type { AssertionOfPasskey } from './ports.ts'
import { CHALLENGE_MS, passkeyRefused, provePasskey, requireRelyingParty, type PasskeyPorts } from './prove-passkey.ts'

const NOBODY_YET = { purpose: 'log-in', userId: null, sessionId: null } as const

/** @throws {PortalError} PASSKEYS_UNAVAILABLE */
export async function askForPasskey({ passkeys, protocol, now }: PasskeyPorts, pageOrigin: string | undefined) {
  const party = requireRelyingParty(protocol, pageOrigin)
  const challenge = makeChallenge()
  await passkeys.keepChallenge(challenge, NOBODY_YET, new Date(now().getTime() + CHALLENGE_MS))
  return { challenge, rpId: party.id, timeout: CHALLENGE_MS }
}

/** @throws {PortalError} PASSKEY_UNKNOWN, PASSKEY_REFUSED */
export async function logInWithPasskey(
  ports: PasskeyPorts & { readonly tokens: Pick<Tokens, 'issue'> },
  assertion: AssertionOfPasskey,
): Promise<IssuedToken> {
  const { userId } = await provePasskey(ports, assertion, NOBODY_YET)
  const owner = await ports.passkeys.owner(userId)
  if (!owner) throw passkeyRefused()
  return ports.tokens.issue({
    subject: userId,
    kind: 'person',
    scope: PORTAL_SCOPE,
    legalId: owner.legalId,
    generation: owner.tokenGeneration,
    identifiedBy: { by: 'passkey' },
    factorAt: ports.now(),
  })
}
