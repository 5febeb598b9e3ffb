import { Inbox } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'

/** In the place of what was sent, for who may not send. */
export function NotASender() {
  const t = useText()
  return (
    <EmptyState heading="h1" icon={Inbox} title={t('sent.notSenderTitle')} text={t('errors.NOT_A_SENDER')}>
      <Link to="/documents" className={buttonClass()}>
        {t('notFound.toDocuments')}
      </Link>
    </EmptyState>
  )
}
