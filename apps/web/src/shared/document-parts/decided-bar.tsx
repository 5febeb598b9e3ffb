import { CircleCheckBig, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Decided } from '../api/decided.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { BarNotice, FooterBar } from './decision-bar.tsx'

interface DecidedBarProps {
  decided: Decided
  /** What is left to do with the document. */
  children?: ReactNode
}

/** In the place of the decision: that it is made, and why it was a rejection. */
export function DecidedBar({ decided: { Act, OperationTime, RejectionReason, Deputy }, children }: DecidedBarProps) {
  const t = useText()
  const date = useFormats().moment(OperationTime)
  const words = {
    Signed: t('viewer.youSigned', { date }),
    Approved: t('viewer.youApproved', { date }),
    Rejected: t('viewer.youRejected', { date, reason: RejectionReason ?? '' }),
  } as const
  return (
    <FooterBar>
      <BarNotice icon={Act === 'Rejected' ? CircleX : CircleCheckBig}>
        <strong>
          {Deputy ? t('viewer.byDeputy', { act: t(`history.acts.${Act}`), date, name: Deputy }) : words[Act]}
        </strong>
      </BarNotice>
      {children}
    </FooterBar>
  )
}
