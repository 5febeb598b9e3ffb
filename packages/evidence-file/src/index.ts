/** Evidence files: written as PDF/A-3, read, and verified without the installation that made them. */
export { EvidenceFileError } from './evidence-file-error.ts'
export {
  type AgreedText,
  type DocumentFacts,
  type Edition,
  FORMAT,
  type HeadPath,
  type LoggedEvent,
  type MailFacts,
  type Manifest,
  NAMES,
  type OpenedCommitment,
  type RevisionFacts,
  type ServedPage,
} from './format.ts'
export { readEvidenceFile, type EvidenceFiles } from './reading/read-evidence-file.ts'
export { STEP_NAMES, type Step, type StepName } from './verifying/step.ts'
export { hashesOfChain } from './verifying/check-log.ts'
export { verifyEvidence, type Verification, type VerifyOptions } from './verifying/verify-evidence.ts'
export type { Block } from './writing/lay-out-blocks.ts'
export { type Pages, writePages } from './writing/write-pages.ts'
export { type EmbeddedFile, type EvidenceFileParts, writeEvidenceFile } from './writing/write-evidence-file.ts'
