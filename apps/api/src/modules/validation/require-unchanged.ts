import { PortalError, type Integrity } from '@rubrica/domain'
import type { DocumentsToSign, RevisionToSign, UnchangedDocuments } from './ports.ts'
import { validateRevision, type ValidateRevision } from './validate-revision.ts'

/** Looks at what bears signatures before another one is made. */
export function requireUnchanged(needs: ValidateRevision): UnchangedDocuments {
  return {
    require: (revision, { accepted = false }) => requireOne(needs, revision, accepted),
    findChanged: (documents) => findChanged(needs, documents),
  }
}

async function requireOne(
  needs: ValidateRevision,
  revision: RevisionToSign,
  accepted: boolean,
): Promise<Integrity | undefined> {
  if (revision.isUnsigned) return undefined
  if (revision.integrity === 'intact') return undefined
  const { integrity } = await validateRevision(needs, revision, { isAnyAgeGood: true })
  if (integrity === 'intact') return undefined
  if (accepted) return integrity
  throw new PortalError('DOCUMENT_SUSPICIOUS', 'The document was changed after it was signed, and no rule allows it', {
    facts: { Integrity: integrity },
  })
}

async function findChanged(needs: ValidateRevision, { userId, signerIds, accepted }: DocumentsToSign) {
  const changed: { signerId: string; error: PortalError }[] = []
  for (const { signerId, ...revision } of await needs.findings.notIntact(userId, signerIds)) {
    try {
      await requireOne(needs, revision, accepted.has(signerId))
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      changed.push({ signerId, error })
    }
  }
  return changed
}
