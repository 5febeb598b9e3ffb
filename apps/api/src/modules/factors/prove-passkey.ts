import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import type {
  AssertionOfPasskey,
  ChallengePurpose,
  Passkey,
  PasskeyProtocol,
  PasskeyRefusal,
  PasskeyStore,
} from './ports.ts'

/** In which a browser answers a challenge. */
export const CHALLENGE_MS = 5 * 60_000

export interface PasskeyPorts {
  readonly passkeys: PasskeyStore
  readonly protocol: PasskeyProtocol
  readonly log: Log
  readonly now: () => Date
}

export const isRefused = (outcome: object): outcome is PasskeyRefusal => 'refused' in outcome

/** @throws {PortalError} PASSKEYS_UNAVAILABLE where browsers have none for the address of the portal, or of the page */
export function requireRelyingParty(protocol: PasskeyProtocol, pageOrigin: string | undefined) {
  const party = protocol.relyingParty()
  if (party && (pageOrigin === undefined || pageOrigin === party.origin)) return party
  throw new PortalError('PASSKEYS_UNAVAILABLE', 'There are no passkeys for this address of the portal.')
}

/**
 * The passkey that has answered a challenge, which is used up by that, right or wrong.
 * @throws {PortalError} PASSKEY_UNKNOWN, PASSKEY_REFUSED
 */
export async function provePasskey(
  ports: PasskeyPorts,
  assertion: AssertionOfPasskey,
  purpose: ChallengePurpose,
): Promise<Passkey> {
  const { passkeys, protocol, log, now } = ports
  const challenge = await takeChallenge(ports, assertion.response.clientDataJSON, purpose)
  const passkey = await passkeys.find(assertion.id)
  if (!passkey || (purpose.userId !== null && passkey.userId !== purpose.userId)) {
    throw new PortalError('PASSKEY_UNKNOWN', 'This passkey is not known here.')
  }
  const { id: passkeyId, userId } = passkey
  const outcome = await protocol.verifyAssertion(assertion, { challenge, passkey })
  if (isRefused(outcome)) {
    log.info({ userId, passkeyId, because: outcome.refused }, 'A passkey was refused.')
    throw passkeyRefused()
  }
  if (await passkeys.noteUse(passkeyId, outcome.counter, now())) return passkey
  log.warn({ userId, passkeyId, counter: outcome.counter }, 'The counter of a passkey went back: there may be a copy.')
  throw passkeyRefused()
}

/** @throws {PortalError} PASSKEY_REFUSED for an answer to no challenge of ours, or to one that was answered already */
export async function takeChallenge(
  { passkeys, protocol, log, now }: PasskeyPorts,
  clientDataJson: string,
  purpose: ChallengePurpose,
): Promise<string> {
  const challenge = protocol.challengeOf(clientDataJson)
  if (challenge !== undefined && (await passkeys.useChallenge(challenge, purpose, now()))) return challenge
  log.info({ userId: purpose.userId, purpose: purpose.purpose }, 'A passkey answered no challenge that is open.')
  throw passkeyRefused()
}

export const passkeyRefused = () =>
  new PortalError('PASSKEY_REFUSED', 'The passkey was not accepted, or its time is over. Try again.')
