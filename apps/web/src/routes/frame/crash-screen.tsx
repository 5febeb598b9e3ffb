import { CircleAlert } from 'lucide-react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import styles from '../entry/whole-screen.module.css'

/** What is left when a screen cannot be drawn. */
export function CrashScreen({ error }: { error: Error }) {
  const t = useText()
  const errorText = useErrorText()
  // A screen whose code could not be fetched looks like any other failure.
  const text = navigator.onLine ? errorText(error) : t('errors.NETWORK')
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
      <EmptyState heading="h1" icon={CircleAlert} title={t('crash.title')} text={text}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      </EmptyState>
    </main>
  )
}
