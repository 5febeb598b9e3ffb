import { WEBHOOK_TYPES } from '@rubrica/domain'
import { useText } from '../../shared/i18n/use-text.ts'

/** What a type of message tells; a server may know others than we do. */
export function useTypeText(): (type: string) => string {
  const t = useText()
  return (type) => {
    const known = WEBHOOK_TYPES.find((one) => one === type)
    return known ? t(`webhooks.types.${known}`) : type
  }
}
