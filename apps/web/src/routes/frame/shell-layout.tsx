import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { Footer } from '../../features/frame/footer.tsx'
import { emailReturnsQuery } from '../../shared/api/memberships.ts'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Header } from './header.tsx'
import styles from './shell-layout.module.css'

const ReturnedMail = lazy(() =>
  import('../../features/frame/returned-mail.tsx').then((module) => ({ default: module.ReturnedMail })),
)

export function ShellLayout({ children }: { children: ReactNode }) {
  const { data: returns = false } = useQuery(emailReturnsQuery())
  return (
    <div className={styles.shell}>
      <Header />
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        {returns && (
          <div className={styles.notice}>
            <Suspense fallback={null}>
              <ReturnedMail />
            </Suspense>
          </div>
        )}
        {children}
      </main>
      <Footer />
    </div>
  )
}
