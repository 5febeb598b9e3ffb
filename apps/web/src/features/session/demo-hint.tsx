import { ExternalLink } from 'lucide-react'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'

/** Where the demo people's passwords are; absent outside demonstrations. */
export function DemoHint() {
  const t = useText()
  const { demo } = portalConfig()
  if (!demo) return null
  return (
    <Notice tone="info">
      <p>{t('login.demoText')}</p>
      <a className={linkClass} href={demo.deskUrl} target="_blank" rel="noreferrer">
        {t('login.demoLink')}
        <ExternalLink size={16} aria-hidden />
      </a>
    </Notice>
  )
}
