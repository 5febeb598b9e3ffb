import { AppWindow } from 'lucide-react'
import { withoutTurns } from '../../shared/i18n/fill-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from './grant.module.css'
import type { CheckedRequest } from './checked-request.ts'

/** Above the log-in: who asks, for what, and where the person is led back to. */
export function RequestSummary({ request }: { request: CheckedRequest }) {
  const t = useText()
  const { ClientName: client, RedirectHost: host, Documents: count, Scope } = request
  return (
    <section className={styles.summary} aria-label={t('authcerts.request')}>
      <span className={styles.mark} aria-hidden>
        <AppWindow size={20} />
      </span>
      <div>
        <strong>
          {Scope === 'service' ? t('authcerts.serviceTitle', { client }) : t('authcerts.signTitle', { client, count })}
        </strong>
        {request.Description !== null && <p>{withoutTurns(request.Description)}</p>}
        <p className="muted">{t('authcerts.backTo', { host })}</p>
      </div>
    </section>
  )
}
