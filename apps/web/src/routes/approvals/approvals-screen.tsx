import { Approvals } from '../../features/approvals/list/approvals.tsx'
import type { ApprovalsState } from '../../features/approvals/list/approvals-state.ts'
import type {} from '../frame/history-state.ts'

export function ApprovalsScreen({ search }: { search: ApprovalsState }) {
  return <Approvals state={search} />
}
