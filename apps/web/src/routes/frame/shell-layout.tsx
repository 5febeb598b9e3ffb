import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Footer } from '../../features/frame/footer.tsx'
import { ReturnedMail } from '../../features/frame/returned-mail.tsx'
import { emailReturnsQuery } from '../../shared/api/memberships.ts'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Header } from './header.tsx'
import styles from './shell-layout.module.css'

export function ShellLayout({ children }: { children: ReactNode }) {
  const { data: returns = false } = useQuery(emailReturnsQuery())
  return (
    <div className={styles.shell}>
      <Header />
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        {returns && (
          <div className={styles.notice}>
            <ReturnedMail />
          </div>
        )}
        {children}
      </main>
      <Footer />
    </div>
  )
}
