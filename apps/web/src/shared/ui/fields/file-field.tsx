import { FileUp } from 'lucide-react'
import { useText } from '../../i18n/use-text.ts'
import { FieldFrame, type FieldProps } from './field.tsx'
import styles from './file-field.module.css'

interface FileFieldProps extends FieldProps {
  /** The endings it takes, as the `accept` attribute has them. */
  accept?: string | undefined
  file: File | null
  onChange: (file: File | null) => void
  disabled?: boolean
  required?: boolean
}

/** One file, chosen in the browser's dialog or dropped on the field. */
export function FileField({ label, hint, error, accept, file, onChange, ...rest }: FileFieldProps) {
  const t = useText()
  return (
    <FieldFrame
      {...{ label, hint, error }}
      control={(attributes) => (
        <div className={styles.zone}>
          <FileUp size={20} aria-hidden />
          <span className={styles.name} aria-hidden>
            {file?.name ?? t('common.chooseFile')}
          </span>
          {/* The input itself lies over the zone, so that the browser takes clicks, keys and drops. */}
          <input
            type="file"
            {...rest}
            {...attributes}
            accept={accept}
            // Or the browser would keep silent when a file that was made anew is chosen again.
            onClick={(event) => (event.currentTarget.value = '')}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          />
        </div>
      )}
    />
  )
}
