import { PortalError, type Integrity } from '@rubrica/domain'
import type { RevisionToSign } from './ports.ts'
import { validateRevision, type ValidateRevision } from './validate-revision.ts'

/**
 * Lets a document be signed that nobody has tampered with, or that the person wants to sign all the same.
 * @returns what was accepted; undefined when there was nothing to accept
 * @throws {PortalError} DOCUMENT_SUSPICIOUS (with Integrity)
 */
export async function requireUnchanged(
  needs: ValidateRevision,
  revision: RevisionToSign,
  { accepted = false }: { accepted?: boolean },
): Promise<Integrity | undefined> {
  if (revision.isUnsigned) return undefined
  const integrity = revision.integrity ?? (await validateRevision(needs, revision, { isAnyAgeGood: true })).integrity
  if (integrity === 'intact') return undefined
  if (accepted) return integrity
  throw new PortalError('DOCUMENT_SUSPICIOUS', 'The document was changed after it was signed, and no rule allows it', {
    facts: { Integrity: integrity },
  })
}

/** Those of the signers whose documents need a confirmation that was not given. */
export async function findChanged(
  needs: ValidateRevision,
  { userId, signerIds, accepted }: { userId: string; signerIds: readonly string[]; accepted: ReadonlySet<string> },
): Promise<{ signerId: string; error: PortalError }[]> {
  const changed: { signerId: string; error: PortalError }[] = []
  for (const { signerId, ...revision } of await needs.findings.notIntact(userId, signerIds)) {
    try {
      await requireUnchanged(needs, revision, { accepted: accepted.has(signerId) })
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      changed.push({ signerId, error })
    }
  }
  return changed
}
