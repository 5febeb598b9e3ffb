import { ExternalLink } from 'lucide-react'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import styles from './social-links.module.css'

/** Where else whoever runs the portal is to be found, as they have configured it; absent without any. */
export function SocialLinks() {
  const t = useText()
  const { socialLinks } = portalConfig()
  if (socialLinks.length === 0) return null
  return (
    <nav className={styles.social} aria-label={t('login.social')}>
      <ul>
        {socialLinks.map(({ name, url }) => (
          <li key={url}>
            <a className={linkClass} href={url} target="_blank" rel="noreferrer">
              {name}
              <ExternalLink size={16} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
