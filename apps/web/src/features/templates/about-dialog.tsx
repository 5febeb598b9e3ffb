import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ShareFields, type Sharing } from '../../shared/sending/share-fields.tsx'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { TemplateItem } from './template-queries.ts'
import styles from './templates.module.css'
import { ifSeen, useRenewTemplates } from './use-template-acts.ts'

interface AboutDialogProps {
  item: TemplateItem
  subscription: string | undefined
  chosen: Membership | undefined
  onClose: () => void
}

/** What a template is called and who sees it. Neither makes a version. */
export function AboutDialog({ item, subscription, chosen, onClose }: AboutDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewTemplates()
  const [name, setName] = useState(item.name)
  const [sharing, setSharing] = useState<Sharing>({ share: item.share, team: item.team?.guid })
  const saving = useMutation({
    mutationFn: () =>
      senderApi.changeTemplate({
        params: { templateId: item.guid },
        query: { subscription },
        headers: ifSeen(item),
        body: { name: name.trim(), ...sharing },
      }),
    onSuccess: onClose,
    onSettled: renew,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={saving.isPending}
      title={t('templates.nameAndShare')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={saving.isPending} disabled={name.trim() === ''} onClick={() => saving.mutate()}>
            {t('templates.saveName')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField label={t('templates.name')} maxLength={200} value={name} onChange={setName} />
        <ShareFields {...{ sharing, subscription, chosen }} onChange={setSharing} />
        {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
      </div>
    </Dialog>
  )
}
