export { contract, portalContract, type CallName, type Contract } from './contract.ts'
export { endpoint, problem, SCOPES, type Endpoint, type Method } from './endpoint.ts'
export { createClient, ApiError, NetworkError, type Client, type ClientOf, type ClientSettings } from './client.ts'
export { ORDER_BY } from './pending-documents.ts'
export { MAX_BATCH } from './signing.ts'
export { portalConfig, type PortalConfig } from './portal-config.ts'
export {
  BULK_ROLE_PARTS,
  BULK_ROW_FIELDS,
  MOST_SHEET_ROWS,
  type BulkMapping,
  type BulkRow,
  type BulkSend,
  type BulkSendItem,
} from './bulk-sends.ts'
export { asDraftContent, type DraftContent, type DraftMail, type SendingDraft } from './drafts.ts'
export { TEMPLATE_LOCKS } from './template-locks.ts'
export type { TemplateContent } from './template-content.ts'
export { TEMPLATE_SHARES, type Template } from './templates.ts'
export type { DocumentChange } from './changes.ts'
export { decryption, sendDescription, type SendDescription, type SentDocument } from './sender.ts'
export { BULK_FILES, MOST_BULK_DOCUMENTS, type BulkAct } from './sent-list.ts'
export { isForPrograms, problemsOf } from './problems-of.ts'
export { PROGRAM_PROBLEMS, problemDetails, problemSlug, type ProblemDetails, type ProgramProblem } from './problems.ts'
