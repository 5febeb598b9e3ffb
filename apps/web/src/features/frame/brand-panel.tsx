import { useText } from '../../shared/i18n/use-text.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './brand-panel.module.css'

/** The coloured half of the login screen; decoration on a wide window, absent on a narrow one. */
export function BrandPanel() {
  const t = useText()
  return (
    <aside className={styles.panel} aria-label="Rúbrica">
      <div className={styles.logo}>
        <Logo size={44} />
        <span>Rúbrica</span>
      </div>
      <div className={styles.hero}>
        <p className={styles.display}>{t('login.heroTitle')}</p>
        <p>{t('login.heroText')}</p>
      </div>
      <svg
        className={styles.stroke}
        viewBox="0 0 600 240"
        fill="none"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path
          pathLength={100}
          d="M-10 196C70 186 132 128 150 66c9-32-6-54-26-48-32 10-44 92-36 146 5 34 26 46 46 24 22-24 40-60 54-84 2 34 4 70 24 72 22 2 38-50 50-84 0 40 6 80 28 82 20 2 28-62 52-64 20-2 14 52 34 54 24 2 30-44 52-42 18 2 18 30 40 30 40 0 78-22 142-24"
        />
      </svg>
    </aside>
  )
}
