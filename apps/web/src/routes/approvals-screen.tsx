import { getRouteApi } from '@tanstack/react-router'
import { Approvals } from '../features/approvals/approvals.tsx'
import type {} from './history-state.ts'

const route = getRouteApi('/shell/approvals')

export function ApprovalsScreen() {
  return <Approvals state={route.useSearch()} />
}
