import { AppWindow } from 'lucide-react'
import { withoutTurns } from '../../shared/i18n/fill-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { readSession } from '../../shared/session/session-store.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import styles from './grant.module.css'
import type { CheckedRequest } from './checked-request.ts'

interface RequestFactsProps {
  request: CheckedRequest
  /** The person is somebody else. */
  onOther: () => void
}

/** Who asks, for what, where the answer goes, and in whose name. */
export function RequestFacts({ request, onOther }: RequestFactsProps) {
  const t = useText()
  const { ClientName: client, RedirectHost: host, Documents: count, Description, Scope } = request
  const isService = Scope === 'service'
  return (
    <header className={styles.head}>
      <span className={styles.mark} aria-hidden>
        <AppWindow size={24} />
      </span>
      <div className={styles.who}>
        <h1>{isService ? t('authcerts.serviceTitle', { client }) : t('authcerts.signTitle', { client, count })}</h1>
        <p className="muted">{t(isService ? 'authcerts.serviceText' : 'authcerts.signText')}</p>
      </div>
      <dl className={styles.facts}>
        {Description !== null && (
          <div>
            <dt>{t('authcerts.purpose')}</dt>
            <dd>{withoutTurns(Description)}</dd>
          </div>
        )}
        <div>
          <dt>{t('authcerts.answerGoesTo')}</dt>
          <dd>{host}</dd>
        </div>
        <div>
          <dt>{t('authcerts.inTheNameOf')}</dt>
          <dd>
            {readSession('user')}{' '}
            <button type="button" className={linkClass} onClick={onOther}>
              {t('authcerts.notYou')}
            </button>
          </dd>
        </div>
      </dl>
    </header>
  )
}
