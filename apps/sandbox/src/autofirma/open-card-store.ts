import { mkdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { CAST, type CastMember } from '../people/cast.ts'
import type { Identity } from '../pki/issue-certificate.ts'
import { certifyPerson, type Profile } from '../pki/issue-to-person.ts'
import { createKey } from '../pki/create-key.ts'
import { loadIdentity, saveIdentity, type Pki } from '../pki/open-pki.ts'

/**
 * What the store of a PC has: a certificate of its person, one with the other kind of key, one of somebody else's,
 * and some that nobody should sign with.
 */
export const KINDS = ['own', 'second', 'other', 'expired', 'revoked', 'no-signing'] as const
export type Kind = (typeof KINDS)[number]

export interface CardStore {
  /** A certificate and its key; made when it is first asked for, and kept. */
  open(person: string, kind: Kind): Promise<Identity>
}

const RENEWAL_MARGIN = 30 * 24 * 3600_000

export function openCardStore(folder: string, pki: Pki): CardStore {
  const opened = new Map<string, Promise<Identity>>()
  return {
    open(person, kind) {
      const name = `${person}-${kind}`
      const opening = opened.get(name) ?? openIdentity(join(folder, `${name}.pem`), pki, planOf(person, kind))
      opened.set(name, opening)
      return opening
    },
  }
}

interface Plan {
  readonly holder: CastMember
  readonly keyType: 'rsa' | 'ec'
  readonly profile: Profile
}

function planOf(person: string, kind: Kind): Plan {
  const place = CAST.findIndex(({ id }) => id === person)
  const member = CAST[place] ?? CAST[0]
  const neighbour = CAST[(place + 1) % CAST.length] ?? CAST[0]
  const otherType = member.keyType === 'rsa' ? 'ec' : 'rsa'
  if (kind === 'other') return { holder: neighbour, keyType: neighbour.keyType, profile: 'signer' }
  if (kind === 'second') return { holder: member, keyType: otherType, profile: 'signer' }
  return { holder: member, keyType: member.keyType, profile: kind === 'own' ? 'signer' : kind }
}

async function openIdentity(path: string, pki: Pki, { holder, keyType, profile }: Plan): Promise<Identity> {
  if (existsSync(path)) {
    const kept = loadIdentity(path)
    if (profile === 'expired' || kept.notAfter.getTime() > Date.now() + RENEWAL_MARGIN) return kept
  }
  const { privateKey, publicKey } = await createKey(keyType)
  const { name: commonName, email, legalId } = holder
  const identity = { ...certifyPerson(pki, 'ca', { commonName, email, legalId, profile, publicKey }), privateKey }
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  saveIdentity(path, identity)
  return identity
}
