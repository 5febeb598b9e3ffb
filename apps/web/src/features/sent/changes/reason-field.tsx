import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { useText } from '../../../shared/i18n/use-text.ts'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'

interface ReasonFieldProps {
  /** Of those who lose the document, and are told; empty where nobody has heard of it. */
  names: string
  value: string
  onChange: (reason: string) => void
}

/** What those are told who lose the document by a change; it may be left empty. */
export function ReasonField({ names, value, onChange }: ReasonFieldProps) {
  const t = useText()
  return (
    <TextAreaField
      rows={2}
      label={t('sent.withdraw.reason')}
      hint={names === '' ? t('sent.withdraw.reasonHint') : t('sent.change.reasonHint', { name: names })}
      maxLength={MAX_REJECTION_REASON}
      value={value}
      onChange={onChange}
    />
  )
}
