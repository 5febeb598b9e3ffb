import { Footer } from '../../features/frame/footer.tsx'
import { LanguageSelect } from '../../features/frame/language-select.tsx'
import { LoginPanel } from '../../features/session/login-panel.tsx'
import { SocialLinks } from '../../features/session/social-links.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from './new-login-screen.module.css'
import { UserTokenGate } from './user-token-gate.tsx'

/** /new-login: every way in on one card, and where else the deployment is to be found. */
export function NewLoginScreen() {
  return (
    <UserTokenGate>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <LanguageSelect />
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <Card className={styles.card}>
            <LoginPanel first="ways" />
          </Card>
          <SocialLinks />
        </main>
        <Footer centered />
      </div>
    </UserTokenGate>
  )
}
