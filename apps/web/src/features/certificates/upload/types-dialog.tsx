import { manifests } from '@rubrica/providers/manifests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { ownLegalId } from '../../../shared/api/certificates.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import styles from './upload.module.css'

/** Flag by flag, whether a type that was granted is shown. */
type ShownTypes = Readonly<Record<string, boolean>>

function useChooseTypes() {
  const queries = useQueryClient()
  const reportFailure = useReportFailure()
  return useMutation({
    mutationFn: (types: ShownTypes) => api.chooseTypes({ params: { legalid: ownLegalId() }, body: types }),
    onError: (error) => reportFailure(error),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.certificateTypes }),
        queries.invalidateQueries({ queryKey: queryKeys.grantedTypes }),
      ]),
  })
}

interface TypesDialogProps {
  granted: ShownTypes
  open: boolean
  onClose: () => void
}

/** Which of the granted types the person wants to see. Nothing can be granted here. */
export function TypesDialog({ granted, open, onClose }: TypesDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const [changes, setChanges] = useState<ShownTypes>({})
  const choice = useChooseTypes()
  const close = () => {
    setChanges({})
    choice.reset()
    onClose()
  }
  const submit = () => {
    if (choice.isPending) return
    choice.mutate(changes, {
      onSuccess: () => {
        close()
        showToast('success', t('certificates.taskCompleted'))
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={choice.isPending}
      title={t('certificates.types.title')}
      description={t('certificates.types.text')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={choice.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={choice.isPending}>
            {t('certificates.types.save')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.types}>
        <legend className="sr-only">{t('certificates.types.list')}</legend>
        {manifests
          .filter(({ flag }) => flag in granted)
          .map(({ flag, label }) => (
            <Checkbox
              key={flag}
              label={label}
              checked={changes[flag] ?? granted[flag] === true}
              onChange={(isShown) => setChanges((now) => ({ ...now, [flag]: isShown }))}
            />
          ))}
      </fieldset>
      {choice.error && <Notice tone="bad">{errorText(choice.error)}</Notice>}
    </Dialog>
  )
}
