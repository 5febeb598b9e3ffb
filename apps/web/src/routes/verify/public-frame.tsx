import type { ReactNode } from 'react'
import { Footer } from '../../features/frame/footer.tsx'
import { LanguageSelect } from '../../features/frame/language-select.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './public-frame.module.css'

/** What stands around a page that anybody may see, with room for more than a form. */
export function PublicFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const t = useText()
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label={t('verify.toPortal')}>
          <Logo size={32} />
          <span>Rúbrica</span>
        </Link>
        <LanguageSelect />
      </header>
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="muted">{text}</p>
        </div>
        {children}
      </main>
      <Footer centered />
    </div>
  )
}
