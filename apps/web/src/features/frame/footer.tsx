import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './footer.module.css'

/** Who runs the portal, since when it is theirs, and where help is (spec §1). */
export function Footer({ centered }: { centered?: boolean }) {
  const t = useText()
  const { providerName, supportMail } = portalConfig()
  const address = t('settings.supportMail') === 'spanish' ? supportMail.spanish : supportMail.english
  return (
    <footer className={classNames(styles.footer, centered && styles.centered)}>
      <p>
        {t('footer.copyright', { year: new Date().getFullYear() })} ·{' '}
        {t('footer.poweredBy', { provider: providerName })}
      </p>
      <a href={`mailto:${address}`}>{address}</a>
    </footer>
  )
}
