import type { ReactNode } from 'react'
import { BrandPanel } from '../../features/frame/brand-panel.tsx'
import { Footer } from '../../features/frame/footer.tsx'
import { LanguageSelect } from '../../features/frame/language-select.tsx'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from './entry-frame.module.css'

/** What stands around a form that somebody who is not in yet has to fill. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className={styles.frame}>
      <BrandPanel />
      <div className={styles.side}>
        <header className={styles.language}>
          {portalConfig().verification && (
            <Link to="/verify" className={linkClass}>
              {t('footer.verify')}
            </Link>
          )}
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
