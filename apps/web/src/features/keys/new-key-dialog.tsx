import { useText } from '../../shared/i18n/use-text.ts'
import { CopyField } from '../../shared/sending/copy-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { MadeKey } from './keys-query.ts'

/** Shows a new key, for the only time. */
export function NewKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.madeTitle', { name: made.Name })}
      description={t('keys.madeText')}
      actions={<Button onClick={onClose}>{t('keys.kept')}</Button>}
    >
      <Notice tone="warn">{t('keys.once')}</Notice>
      <CopyField autoFocus label={t('keys.key')} value={made.Key} />
    </Dialog>
  )
}
