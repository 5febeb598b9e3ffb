/**
 * Shows the heads of a log to strangers who keep them, and proves that a later one's log begins with an earlier one's.
 * A stranger names the log by the id that heads and evidence files hold: nobody is told which logs there are, and a log
 * that is not there answers as one of which nothing is sealed yet.
 */
import { createHash, createPublicKey } from 'node:crypto'
import { proveConsistency } from '@rubrica/evidence-file/log'
import { PortalError } from '@rubrica/domain'
import type { AuditHead, HeadSigner, PublicHeadStore } from './ports.ts'

export interface PublishHeads {
  readonly heads: PublicHeadStore
  readonly signer: Pick<HeadSigner, 'publicKey'>
  /** Whether the operator has said that heads are for everybody. */
  readonly arePublic: boolean
}

interface PublishedKey {
  /** PEM; nothing for a key that is not this installation's. */
  readonly publicKey: string | undefined
  /** Hex SHA-256 of the public key as DER. */
  readonly fingerprint: string | undefined
}

/** A head with its key. */
export type PublishedHead = AuditHead & PublishedKey

/**
 * A page of heads, the oldest first.
 * @param since the moment of the head that comes first, or of one before it
 * @returns `next`: the moment with which the next page begins; undefined on the last
 * @throws {PortalError} HEADS_NOT_PUBLIC
 */
export async function listPublicHeads(
  ports: PublishHeads,
  { subscriptionId, since, limit }: { subscriptionId: string; since: Date | undefined; limit: number },
): Promise<{ heads: PublishedHead[]; next: string | undefined }> {
  requirePublic(ports)
  const found = await ports.heads.headsFrom(subscriptionId, { since, limit: limit + 1 })
  return { heads: await publish(ports, found.slice(0, limit)), next: found[limit]?.until }
}

/** @throws {PortalError} HEADS_NOT_PUBLIC; HEAD_NOT_FOUND where nothing is sealed */
export async function newestPublicHead(ports: PublishHeads, subscriptionId: string): Promise<PublishedHead> {
  requirePublic(ports)
  const head = await ports.heads.newestHead(subscriptionId)
  if (!head) throw new PortalError('HEAD_NOT_FOUND', 'There is no head of such a log.')
  const [published] = await publish(ports, [head])
  return published!
}

/**
 * The path of RFC 9162 §2.1.4.1 between the trees of two heads. Where nodes were written anew it leads elsewhere than
 * to what was signed: that is for the stranger to see.
 * @param sizes from 1, the smaller one first
 * @throws {PortalError} HEADS_NOT_PUBLIC; HEAD_NOT_FOUND where no head stands for one of the sizes
 */
export async function provePublicHeads(
  { heads, ...ports }: PublishHeads,
  { subscriptionId, first, second }: { subscriptionId: string; first: number; second: number },
): Promise<readonly Buffer[]> {
  requirePublic(ports)
  if (!(await heads.haveHeads(subscriptionId, [first, second]))) {
    throw new PortalError('HEAD_NOT_FOUND', 'No head of such a log stands for a tree of that size.')
  }
  return proveConsistency(heads.findNodes(subscriptionId), first, second)
}

function requirePublic({ arePublic }: Pick<PublishHeads, 'arePublic'>): void {
  if (!arePublic) throw new PortalError('HEADS_NOT_PUBLIC', 'This server does not show the heads of its logs.')
}

/** Of a whole page the key is one: to read it for each head would be most of the work. */
async function publish({ signer }: PublishHeads, heads: readonly AuditHead[]): Promise<PublishedHead[]> {
  const keys = new Map<string, PublishedKey>()
  for (const keyId of new Set(heads.map((head) => head.keyId))) {
    const publicKey = await signer.publicKey(keyId)
    keys.set(keyId, { publicKey, fingerprint: publicKey === undefined ? undefined : fingerprintOf(publicKey) })
  }
  return heads.map((head) => ({ ...head, ...keys.get(head.keyId)! }))
}

const fingerprintOf = (pem: string): string =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex')
