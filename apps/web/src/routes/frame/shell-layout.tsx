import type { ReactNode } from 'react'
import { Footer } from '../../features/frame/footer.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Header } from './header.tsx'
import styles from './shell-layout.module.css'

export function ShellLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <Header />
      <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
