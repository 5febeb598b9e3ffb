import { leafOf, readHead } from './describe-head.ts'
import { proveInclusion, rootOfProof, type InclusionProof } from '@rubrica/evidence-file/log'
import type { AuditHead } from './ports.ts'
import type { VerifyHeads } from './verify-heads.ts'

/** What proves, with nothing but a head, that a document's log was once as long as its leaf says. */
export interface SealedProof extends InclusionProof {
  readonly head: AuditHead
  /** PEM; nothing when the key is not this installation's. */
  readonly publicKey: string | undefined
}

/**
 * The path from the last end of a document that was sealed to the root in the newest head.
 * @returns undefined for a document of which nothing is sealed yet
 * @throws {Error} when the nodes of the tree do not lead to the root that was signed
 */
export async function proveSealed(
  { heads, signer }: Pick<VerifyHeads, 'heads' | 'signer'>,
  documentId: string,
): Promise<SealedProof | undefined> {
  const leaf = await heads.lastLeafOf(documentId)
  const head = leaf && (await heads.heads(leaf.subscriptionId)).at(-1)
  if (!head) return undefined
  const { treeSize: size = 0, treeRoot } = readHead(head) ?? {}
  const path = await proveInclusion(heads.findNodes(leaf.subscriptionId), leaf.position, size)
  const proof = { leaf: leafOf(leaf), position: leaf.position, size, path }
  if (rootOfProof(proof)?.toString('hex') !== treeRoot) throw new Error('The tree of the log was changed')
  return { ...proof, head, publicKey: await signer.publicKey(head.keyId) }
}
