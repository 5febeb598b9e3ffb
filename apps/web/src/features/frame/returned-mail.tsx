import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import parts from '../../shared/ui/parts.module.css'

/** Says to somebody whom mail does not reach that they hear of nothing, and where to give another address. */
export function ReturnedMail() {
  const t = useText()
  return (
    <Notice tone="warn">
      <p>{t('header.mailReturns')}</p>
      <Link to="/profile" className={parts.link}>
        {t('header.changeAddress')}
      </Link>
    </Notice>
  )
}
