import { createClient, type ClientOf } from '@rubrica/contract'
import { remarkContract } from '@rubrica/contract/remarks'
import { queryOptions } from '@tanstack/react-query'
import { clientSettings } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The calls of what deputies say of documents. Only documents that something was said of load them, and deputies. */
const calls = createClient(remarkContract, clientSettings)

/** What is asked of the person. */
export type RemarkedPart = { readonly signerGuid: string } | { readonly approverGuid: string }

export type Remark = Awaited<ReturnType<ClientOf<typeof remarkContract>['signerRemarks']>>[number]

export const remarksQuery = (part: RemarkedPart) =>
  queryOptions({
    queryKey: [...queryKeys.remarks, part],
    queryFn: ({ signal }) =>
      'signerGuid' in part
        ? calls.signerRemarks({ params: part, signal })
        : calls.approverRemarks({ params: part, signal }),
  })

export const keepRemark = (part: RemarkedPart, body: { IsChecked: boolean; Text: string }) =>
  'signerGuid' in part
    ? calls.keepSignerRemark({ params: part, body })
    : calls.keepApproverRemark({ params: part, body })
