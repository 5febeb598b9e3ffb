import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import styles from '../signing.module.css'

export function SwisscomFlow({ onClose }: ElsewhereFlow) {
  const t = useText()
  return (
    <>
      <Notice tone="bad">{t('errors.PROVIDER_NOT_CONFIGURED')}</Notice>
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </>
  )
}
