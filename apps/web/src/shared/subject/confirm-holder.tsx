import type { Certificate } from '../api/certificates.ts'
import { useText } from '../i18n/use-text.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Notice } from '../ui/status/notice.tsx'

/** Whether the person has to confirm the name in a certificate before it signs. */
export const needsConfirmation = ({ Holder }: Pick<Certificate, 'Holder'>): boolean =>
  Holder.MaySign && Holder.Verdict === 'unknown'

interface ConfirmHolderProps {
  certificate: Certificate
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The question whether a certificate that does not say whose it is belongs to the person. */
export function ConfirmHolder({ certificate: { Holder }, checked, onChange }: ConfirmHolderProps) {
  const t = useText()
  return (
    <>
      <Notice tone="warn">{t('signing.holderUnknown')}</Notice>
      <Checkbox label={t('signing.holderConfirm', { name: Holder.Name })} checked={checked} onChange={onChange} />
    </>
  )
}
