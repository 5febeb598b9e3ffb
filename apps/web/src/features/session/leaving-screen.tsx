import { DoorOpen } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import type { Leaving } from '../../shared/session/leaving/leaving.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import styles from './leaving-screen.module.css'

/** Stands in place of everything else while the browser is about to be led away. */
export function LeavingScreen({ address, why }: Leaving) {
  const t = useText()
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
      <EmptyState
        heading="h1"
        icon={DoorOpen}
        title={t(`leaving.${why}`)}
        text={t('leaving.text', { host: new URL(address).host })}
      >
        <a className={buttonClass({ kind: 'primary' })} href={address}>
          {t('leaving.now')}
        </a>
      </EmptyState>
    </main>
  )
}
