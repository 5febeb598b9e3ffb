import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { FieldFrame, inputClass } from '../../shared/ui/fields/field.tsx'
import { ProgressBar } from '../../shared/ui/status/progress-bar.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './bulk-sends.module.css'
import { uploadFiles } from './upload-sheet.ts'

interface FilesFieldProps {
  subscription: string | undefined
  /** Ids of those that are there. */
  files: readonly string[]
  onChange: (files: string[]) => void
}

/** The files that rows name: chosen all at once, and handed over one after the other. */
export function FilesField({ subscription, files, onChange }: FilesFieldProps) {
  const t = useText()
  const errorText = useErrorText()
  const [done, setDone] = useState(0)
  const upload = useMutation({
    mutationFn: (chosen: readonly File[]) => uploadFiles(chosen, subscription, setDone),
    onSuccess: (ids) => onChange([...files, ...ids]),
  })
  return (
    <div className={styles.source}>
      <FieldFrame
        label={t('bulkSends.files')}
        hint={t('bulkSends.filesHint')}
        error={upload.error ? errorText(upload.error) : undefined}
        control={(attributes) => (
          <input
            {...attributes}
            type="file"
            multiple
            accept="application/pdf,.pdf"
            className={inputClass}
            disabled={upload.isPending}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              event.target.value = ''
              setDone(0)
              if (chosen.length > 0) upload.mutate(chosen)
            }}
          />
        )}
      />
      {upload.isPending && <ProgressBar label={t('bulkSends.files')} value={done} max={upload.variables.length} />}
      {files.length > 0 && (
        <p className={screen.acts} role="status">
          {t('bulkSends.filesThere', { count: files.length })}
          <Button size="small" onClick={() => onChange([])}>
            {t('bulkSends.takeFilesOut')}
          </Button>
        </p>
      )}
    </div>
  )
}
