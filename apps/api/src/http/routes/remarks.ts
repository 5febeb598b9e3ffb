import { keepRemark, showRemarks, type KeepRemarks } from '../../modules/remarks/keep-remarks.ts'
import type { Remark } from '../../modules/remarks/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

type RemarkCalls = 'signerRemarks' | 'keepSignerRemark' | 'approverRemarks' | 'keepApproverRemark'

const toRemark = (remark: Remark, userId: string) => ({
  DeputyName: remark.deputy.name,
  IsOwn: remark.deputy.userId === userId,
  IsChecked: remark.isChecked,
  Text: remark.text,
  At: remark.at.toISOString(),
})

export function remarkHandlers(ports: KeepRemarks): Pick<Handlers, RemarkCalls> {
  return {
    signerRemarks: async ({ caller, params: { signerGuid: signerId } }) =>
      (await showRemarks(ports, caller, { signerId })).map((one) => toRemark(one, caller.userId)),
    keepSignerRemark: async ({ caller, params: { signerGuid: signerId }, body }) => {
      await keepRemark(ports, caller, { part: { signerId }, isChecked: body.IsChecked, text: body.Text })
      return null
    },
    approverRemarks: async ({ caller, params: { approverGuid: approverId } }) =>
      (await showRemarks(ports, caller, { approverId })).map((one) => toRemark(one, caller.userId)),
    keepApproverRemark: async ({ caller, params: { approverGuid: approverId }, body }) => {
      await keepRemark(ports, caller, { part: { approverId }, isChecked: body.IsChecked, text: body.Text })
      return null
    },
  }
}
