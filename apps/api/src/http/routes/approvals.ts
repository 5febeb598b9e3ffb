import { acceptApproval, rejectApproval } from '../../modules/approvals/decide-approval.ts'
import type { PendingApproval } from '../../modules/approvals/ports.ts'
import {
  describeApproval,
  readApprovalText,
  renderApprovalPages,
  searchApprovals,
  showDecidedApproval,
  type ApprovalPorts,
} from '../../modules/approvals/show-approval.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import { actingAs, readingAs } from '../bind/admit-caller.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPages, toPageText } from './answer-pages.ts'
import { toDecisionOn } from './describe-decision.ts'
import { toDocumentInfo, toRemarkMark, toSignerDto } from './describe-signers.ts'

const toItem = (approval: PendingApproval) => ({
  ApproverGuid: approval.approverId,
  DocGuid: approval.documentId,
  FileName: approval.fileName,
  SignerName: approval.signerName,
  UploadTime: approval.uploadTime.toISOString(),
  Tag: approval.tag,
  Description: approval.description,
  Deadline: approval.deadline?.toISOString() ?? null,
  Integrity: approval.integrity ?? null,
  Remark: toRemarkMark(approval.remark),
  SenderName: approval.senderName,
  SignerDTO: toSignerDto(approval),
})

type ApprovalCalls =
  | 'pendingApprovals'
  | 'decidedApproval'
  | 'approvalPages'
  | 'approvalPageText'
  | 'approvalInfo'
  | 'acceptApproval'
  | 'rejectApproval'

export function approvalHandlers(ports: ApprovalPorts): Pick<Handlers, ApprovalCalls> {
  return {
    pendingApprovals: async ({ caller, body }) => {
      const found = await searchApprovals(ports, caller, body.Terms.vidmobileuser)
      return found.map(toItem)
    },
    decidedApproval: async ({ caller, params }) => {
      const decided = await showDecidedApproval(ports, { userId: principalOf(caller), approverId: params.approverGuid })
      return { ...toItem(decided), ...toDecisionOn(decided) }
    },
    approvalPages: async ({ caller, params, query, ifNoneMatch }) =>
      answerPages(
        await renderApprovalPages(ports, {
          ...readingAs(caller),
          approverId: params.approverGuid,
          page: params.page,
          width: query.width,
          count: query.count,
          known: ifNoneMatch,
        }),
      ),
    approvalPageText: async ({ caller, params: { approverGuid, page } }) =>
      toPageText(await readApprovalText(ports, { userId: principalOf(caller), approverId: approverGuid, page })),
    approvalInfo: async ({ caller, params }) =>
      toDocumentInfo(await describeApproval(ports, { userId: principalOf(caller), approverId: params.approverGuid })),
    acceptApproval: async ({ caller, params }) => {
      const approval = { ...actingAs(caller), approverId: params.approverGuid, at: ports.now() }
      await acceptApproval(ports.approvals, approval)
      return null
    },
    rejectApproval: async ({ caller, params, body }) => {
      const approval = { ...actingAs(caller), approverId: params.approverGuid, at: ports.now() }
      await rejectApproval(ports.approvals, { ...approval, reason: body.RejectedReason })
      return null
    },
  }
}
