export { AutofirmaError, type AutofirmaErrorCode, type AutofirmaFacts } from './autofirma-error.ts'
export { checkBeforehand, type Outlook } from './check-beforehand.ts'
export type { Certainty, Diagnosis, FailureCause, FailureFacts, Verdict } from './diagnose-failure.ts'
export type { FocusChange } from './read-focus.ts'
export { openAutofirma, type AutofirmaOptions, type AutofirmaTimes } from './open-autofirma.ts'
export type {
  AutofirmaConnection,
  AutofirmaStage,
  LocalBatch,
  LocalDocument,
  LocalResult,
  LocalSignature,
} from './connection.ts'
export type { BrowserRules, LocalSocket, PermissionAnswer, Surroundings, Timers } from './surroundings.ts'
export { SIGNATURE_ALGORITHM } from './write-request.ts'
