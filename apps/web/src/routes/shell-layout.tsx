import type { Language } from '@rubrica/domain'
import { Outlet } from '@tanstack/react-router'
import { Footer } from '../features/appearance/footer.tsx'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage } from '../shared/i18n/use-text.ts'
import { CONTENT_ID } from '../shared/ui/content-id.ts'
import { Header } from './header.tsx'
import styles from './shell-layout.module.css'

/** React Aria has no Catalan; its few hidden words are then Spanish. */
const ARIA_LOCALES: Readonly<Record<Language, string>> = {
  es: 'es-ES',
  ca: 'es-ES',
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
}

export function ShellLayout() {
  const locale = ARIA_LOCALES[useLanguage()]
  return (
    <I18nProvider locale={locale}>
      <div className={styles.shell}>
        <Header />
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </I18nProvider>
  )
}
