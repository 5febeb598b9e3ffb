/** What anybody may verify without a log-in, and the codes that lead to a document. */
import { openIssuedFiles } from '../adapters/database/verification/issued-files.ts'
import { openVerificationCodes } from '../adapters/database/verification/verification-code-store.ts'
import { openHolderAnswers } from '../adapters/database/verification/holder-answers.ts'
import { openManagedCodes } from '../adapters/database/verification/managed-codes.ts'
import type { Precedence } from '../adapters/precedence.ts'
import { openFileVerifier } from '../adapters/verification/open-file-verifier.ts'
import type { LookUpCodes } from '../modules/verification/look-up-code.ts'
import type { ManagedCodes } from '../modules/verification/ports.ts'
import { openWork } from '../modules/verification/ask-work.ts'
import type { VerifyFiles } from '../modules/verification/verify-file.ts'
import { validateRevision } from '../modules/validation/validate-revision.ts'
import type { TrustedWork } from './archiving.ts'
import type { Foundation } from './foundation.ts'

/** The address that a code leads to. */
export const addressOfCode = ({ place }: Foundation, code: string): string => `${place.publicUrl}/v/${code}`

export function composeVerification(
  { config, database, serverKeys, bytes, now }: Foundation,
  { workers, trust, validation }: TrustedWork,
  { lull }: Pick<Precedence, 'lull'>,
): VerifyFiles & LookUpCodes & { readonly managed: ManagedCodes } {
  const { verification } = config
  const level = verification?.level ?? 'facts'
  const verifier = openFileVerifier({
    ...{ workers: workers.strange.structure, pages: workers.strange.pages, now, lull },
    ...{ trustAnchors: trust.anchors, timestampAnchors: trust.timestampAnchors },
  })
  return {
    verifier: verification && verifier,
    codes: verification && openVerificationCodes(database, serverKeys, level),
    managed: openManagedCodes(database, serverKeys, level),
    holders: openHolderAnswers(database),
    issued: openIssuedFiles(database),
    validate: (revision) => validateRevision(validation, revision),
    load: (documentId, which) => bytes.load(documentId, which),
    work: openWork(serverKeys),
    now,
  }
}
