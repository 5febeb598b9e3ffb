import { useMutation } from '@tanstack/react-query'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { TemplateItem } from './template-queries.ts'
import { ifSeen, useRenewTemplates } from './use-template-acts.ts'

interface DeleteDialogProps {
  item: TemplateItem
  subscription: string | undefined
  onClose: () => void
}

/** Asks before a template is gone for good. */
export function DeleteDialog({ item, subscription, onClose }: DeleteDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewTemplates()
  const { name } = item
  const deleting = useMutation({
    mutationFn: () =>
      senderApi.deleteTemplate({ params: { templateId: item.guid }, query: { subscription }, headers: ifSeen(item) }),
    onSuccess: async () => {
      onClose()
      showToast('success', t('templates.deleted', { name }))
      await renew()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={deleting.isPending}
      title={t('templates.deleteTitle', { name })}
      description={t('templates.deleteText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('templates.delete')}
          </Button>
        </>
      }
    >
      {deleting.error && <Notice tone="bad">{errorText(deleting.error)}</Notice>}
    </Dialog>
  )
}
