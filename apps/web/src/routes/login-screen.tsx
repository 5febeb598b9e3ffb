import { LoginPanel } from '../features/session/login-panel.tsx'
import { Footer } from '../features/appearance/footer.tsx'
import { LanguageSelect } from '../features/appearance/language-select.tsx'
import { BrandPanel } from '../features/appearance/brand-panel.tsx'
import { CONTENT_ID } from '../shared/ui/content-id.ts'
import styles from './login-screen.module.css'

export function LoginScreen() {
  return (
    <div className={styles.login}>
      <BrandPanel />
      <div className={styles.side}>
        <header className={styles.language}>
          <LanguageSelect />
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <LoginPanel />
        </main>
        <Footer centered />
      </div>
    </div>
  )
}
