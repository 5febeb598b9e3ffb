import { getRouteApi } from '@tanstack/react-router'
import { PendingDocuments } from '../features/pending-documents/pending-documents.tsx'
import type {} from './history-state.ts'

const route = getRouteApi('/shell/documents')

export function DocumentsScreen() {
  return <PendingDocuments state={route.useSearch()} />
}
