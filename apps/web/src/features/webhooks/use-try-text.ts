import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { WebhookMessage } from './webhook-queries.ts'

type MessageTry = Pick<WebhookMessage['history'][number], 'cause' | 'status'>

/** What came of a try: the status of the answer, or why there was none. */
export function useTryText(): (one: MessageTry) => string {
  const t = useText()
  return ({ cause, status }) => {
    const answered = status === null ? '' : t('webhooks.answered', { status })
    if (cause === null || cause === 'status') return answered
    return [answered, findText(`webhooks.causes.${cause}`) ?? cause].filter((text) => text !== '').join(': ')
  }
}
