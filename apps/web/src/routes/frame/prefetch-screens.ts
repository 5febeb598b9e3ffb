/** What the screens behind the log-in ask for while their code is on its way; the log-in screen does without it. */
import { pendingApprovalsQuery } from '../../features/approvals/list/pending-approvals.ts'
import type { ListState } from '../../features/pending-documents/list-state.ts'
import { lockCertificate, pendingDocumentsQuery } from '../../features/pending-documents/pending-documents-query.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { approvalPages, documentPages, requestFirstPage } from '../../shared/page-viewer/images/page-source.ts'
import { readSelection } from '../../shared/selection/selection-store.ts'

export const prefetchList = (state: ListState): void =>
  void queryClient.prefetchQuery(pendingDocumentsQuery(lockCertificate(state, readSelection())))

export const prefetchApprovals = (): void => void queryClient.prefetchQuery(pendingApprovalsQuery())

export const prefetchDocument = (docGuid: string): void => requestFirstPage(documentPages(docGuid))

export const prefetchApproval = (approverGuid: string): void => requestFirstPage(approvalPages(approverGuid))
