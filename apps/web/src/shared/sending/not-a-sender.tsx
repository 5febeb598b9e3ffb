import { Inbox } from 'lucide-react'
import { useText } from '../i18n/use-text.ts'
import { Link } from '../router/link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

/** In the place of what was sent, for who may not send. */
export function NotASender() {
  const t = useText()
  return (
    <EmptyState heading="h1" icon={Inbox} title={t('sent.notSenderTitle')} text={t('sendingErrors.NOT_A_SENDER')}>
      <Link to="/documents" className={buttonClass()}>
        {t('notFound.toDocuments')}
      </Link>
    </EmptyState>
  )
}
