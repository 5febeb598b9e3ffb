export { contract, type CallName, type Contract } from './contract.ts'
export { endpoint, problem, SCOPES, type Endpoint, type Method } from './endpoint.ts'
export { createClient, ApiError, NetworkError, type Client } from './client.ts'
export { ORDER_BY } from './pending-documents.ts'
export { MAX_BATCH } from './signing.ts'
export { portalConfig, type PortalConfig } from './portal-config.ts'
export { sendDescription, type SendDescription, type SentDocument } from './sender.ts'
export {
  isForPrograms,
  PROGRAM_PROBLEMS,
  problemDetails,
  problemsOf,
  problemSlug,
  type ProblemDetails,
  type ProgramProblem,
} from './problems.ts'
