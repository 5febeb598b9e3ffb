import type { ReactNode } from 'react'
import { BrandPanel } from '../../features/frame/brand-panel.tsx'
import { Footer } from '../../features/frame/footer.tsx'
import { LanguageSelect } from '../../features/frame/language-select.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from './entry-frame.module.css'

/** What stands around a form that somebody who is not in yet has to fill. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <BrandPanel />
      <div className={styles.side}>
        <header className={styles.language}>
          <LanguageSelect />
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Footer centered />
      </div>
    </div>
  )
}
