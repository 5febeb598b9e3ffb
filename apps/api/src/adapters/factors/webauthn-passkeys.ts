/**
 * Passkeys (WebAuthn Level 3). The library checks an answer against challenge, origin, relying party and flags (7.1 and
 * 7.2); that no attestation is asked for leaves people free in their choice of authenticators. Whether a counter has
 * grown (7.2, 22) is decided by the database, where two answers may come at once.
 */
import { relyingPartyAt } from '@rubrica/domain'
import type { PasskeyProtocol } from '../../modules/factors/ports.ts'

export interface RelyingPartyOptions {
  /** What people call the portal. */
  readonly name: string
  /** Where browsers find it; known only once the server listens where the system chooses the port. */
  readonly publicUrl: () => string
}

/** A sixth of what a server takes to start, which most people never need. */
const loadLibrary = () => import('@simplewebauthn/server')

/** A credential id in octets (7.1, 25). */
const LONGEST_ID = 1023

/**
 * What browsers leave of an attestation where none is asked for (5.1.3). To judge others the library reads certificates
 * that a stranger sent, and asks the addresses that stand in them.
 */
const UNSIGNED: ReadonlySet<string> = new Set(['none', 'self'])

type Party = NonNullable<ReturnType<PasskeyProtocol['relyingParty']>>

export function openPasskeyProtocol({ name, publicUrl }: RelyingPartyOptions): PasskeyProtocol {
  const relyingParty = () => {
    const address = relyingPartyAt(publicUrl())
    return address && { ...address, name }
  }
  return {
    relyingParty,
    challengeOf,
    verifyAssertion: async (assertion, { challenge, passkey }) => {
      const { verifyAuthenticationResponse } = await loadLibrary()
      return unlessRefused(async () => {
        const { userHandle, ...response } = assertion.response
        // Whose the passkey is, the authenticator says, too (7.2, 6).
        if (userHandle && userHandle !== handleOf(passkey.userId)) return { refused: 'Another user handle' }
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...assertion, response },
          ...expectedBy(requireParty(relyingParty()), challenge),
          credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        })
        return verified ? { counter: authenticationInfo.newCounter } : { refused: 'The signature is another' }
      })
    },
    verifyAttestation: async (attestation, challenge) => {
      const { verifyRegistrationResponse } = await loadLibrary()
      return unlessRefused(async () => {
        const { clientDataJSON, attestationObject } = attestation.response
        const format = await formatOf(attestationObject)
        if (!UNSIGNED.has(format)) return { refused: `An attestation of format ${format}` }
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...attestation, response: { clientDataJSON, attestationObject } },
          ...expectedBy(requireParty(relyingParty()), challenge),
        })
        if (!verified) return { refused: 'The attestation does not verify' }
        const { id, publicKey, counter } = registrationInfo.credential
        const isRight = id === attestation.id && Buffer.byteLength(id, 'base64url') <= LONGEST_ID
        if (!isRight) return { refused: 'The credential id is another, or too long' }
        return { credentialId: id, publicKey, counter }
      })
    },
  }
}

/** `self`: signed by the passkey alone (8.2). */
async function formatOf(attestationObject: string): Promise<string> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined ? 'self' : String(format).slice(0, 32)
}

function requireParty(party: Party | null): Party {
  if (!party) throw new Error('There are no passkeys for this address')
  return party
}

const expectedBy = ({ id, origin }: Party, expectedChallenge: string) => ({
  ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
})

/** By which an authenticator knows a person (5.4.3): it says nothing of them. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

function challengeOf(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const { challenge, crossOrigin } = data as { challenge?: unknown; crossOrigin?: unknown }
    // No page of another origin may hold ours in a frame and have it ask.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/** What the library throws is about what a stranger sent: a reason for the operator, and never an error of ours. */
async function unlessRefused<T extends object>(
  verify: () => Promise<T | { readonly refused: string }>,
): Promise<T | { readonly refused: string }> {
  try {
    return await verify()
  } catch (error) {
    return { refused: error instanceof Error ? error.message.slice(0, 200) : 'Not readable' }
  }
}
