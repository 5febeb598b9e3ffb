import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../inject-faults.ts'
import type { CastMember } from '../people/cast.ts'
import type { Identity } from '../pki/issue-certificate.ts'
import { certifyPerson, type Profile } from '../pki/issue-to-person.ts'
import { createKey } from '../pki/create-key.ts'
import { loadIdentity, saveIdentity, type Pki, type ProviderId } from '../pki/open-pki.ts'
import type { SignatureRegister } from './record-signatures.ts'
import { encodeDigestInfo, signDigest, signPadded, type HashName } from './sign-digest.ts'

/** What a provider keeps for somebody: made when it is first asked for, then kept with the sandbox's data. */
export interface KeyPlan {
  readonly provider: ProviderId
  /** Name of the credential, which is also that of its file: letters, digits and hyphens. */
  readonly id: string
  readonly person: Readonly<Record<keyof Pick<CastMember, 'name' | 'email' | 'legalId'>, string>>
  readonly keyType: 'rsa' | 'ec'
  readonly profile?: Profile
}

export interface ProviderKey extends Identity {
  readonly provider: ProviderId
  readonly id: string
  readonly keyType: 'rsa' | 'ec'
  /** DER, the person's certificate first, the root last. */
  readonly chain: readonly Uint8Array[]
}

export interface SigningOrder {
  readonly key: ProviderKey
  readonly digest: Uint8Array
  readonly hash: HashName
  /** `other-key` and `other-hash` are played; others are not this one's. */
  readonly fault?: Fault | undefined
}

export interface ProviderKeys {
  open(plan: KeyPlan): Promise<ProviderKey>
  /** Signs a digest and enters it in the register. */
  sign(order: SigningOrder): Buffer
  /** Signs a block as it is (RSA alone, CKM_RSA_PKCS): `digest` in the register is the end of the block. */
  signBlock(key: ProviderKey, block: Uint8Array, fault?: Fault): Buffer
}

const RENEWAL_MARGIN = 30 * 24 * 3600_000
/** SHA-256 at the end of a DigestInfo. */
const DIGEST_BYTES = 32

export function openProviderKeys(folder: string, pki: Pki, signatures: SignatureRegister): ProviderKeys {
  const opened = new Map<string, Promise<ProviderKey>>()
  const enter = (key: ProviderKey, digest: Uint8Array): void =>
    signatures.add({ provider: key.provider, credential: key.id, digest: Buffer.from(digest).toString('hex') })
  return {
    open(plan) {
      const name = `${plan.provider}/${plan.id}`
      const opening = opened.get(name) ?? openKey(folder, pki, plan)
      opened.set(name, opening)
      return opening
    },
    sign({ key, digest, hash, fault }) {
      enter(key, digest)
      return signDigest(chooseKey(key, fault), chooseDigest(digest, fault), hash)
    },
    signBlock(key, block, fault) {
      const digest = block.subarray(-DIGEST_BYTES)
      enter(key, digest)
      const lie = fault?.kind === 'other-hash' ? encodeDigestInfo(chooseDigest(digest, fault), 'sha256') : block
      return signPadded(chooseKey(key, fault), lie)
    },
  }
}

async function openKey(folder: string, pki: Pki, plan: KeyPlan): Promise<ProviderKey> {
  const { provider, id, keyType, profile = 'signer' } = plan
  const { ca } = await pki.openProvider(provider)
  const path = join(folder, provider, `${id}.pem`)
  const identity = loadKept(path, profile) ?? (await makeIdentity(path, pki, plan))
  return {
    ...identity,
    provider,
    id,
    keyType,
    chain: [identity, ca, pki.authorities.root].map((one) => one.certificate),
  }
}

function loadKept(path: string, profile: Profile): Identity | undefined {
  if (!existsSync(path)) return undefined
  const kept = loadIdentity(path)
  return profile === 'expired' || kept.notAfter.getTime() > Date.now() + RENEWAL_MARGIN ? kept : undefined
}

async function makeIdentity(path: string, pki: Pki, plan: KeyPlan): Promise<Identity> {
  const { privateKey, publicKey } = await createKey(plan.keyType)
  const { name: commonName, email, legalId } = plan.person
  const facts = certifyPerson(pki, plan.provider, { commonName, email, legalId, profile: plan.profile, publicKey })
  const identity = { ...facts, privateKey }
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  saveIdentity(path, identity)
  return identity
}

let strangers: Readonly<Record<'rsa' | 'ec', KeyObject>> | undefined

function chooseKey({ keyType, privateKey }: ProviderKey, fault: Fault | undefined): KeyObject {
  if (fault?.kind !== 'other-key') return privateKey
  strangers ??= {
    rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    ec: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
  }
  return strangers[keyType]
}

/** Another digest of the same length, for the fault that wants one. */
function chooseDigest(digest: Uint8Array, fault: Fault | undefined): Uint8Array {
  if (fault?.kind !== 'other-hash') return digest
  return createHash('sha512').update(digest).digest().subarray(0, digest.length)
}
