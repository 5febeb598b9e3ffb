import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'

/** As many as a list answers at once. */
const LIMIT = '200'

/**
 * The templates that something may have been sent from, the archived ones last; undefined until they are there.
 * @param isNeeded whether they are asked for
 */
export function useTemplateNames(subscription: string | undefined, isNeeded = true) {
  const { data } = useQuery({
    queryKey: [...queryKeys.templates, 'names', subscription],
    queryFn: async ({ signal }) => {
      const query = { subscription, limit: LIMIT }
      const [used, archived] = await Promise.all([
        senderApi.templates({ query, signal }),
        senderApi.templates({ query: { ...query, archived: 'true' }, signal }),
      ])
      return [...used.data, ...archived.data].map(({ guid, name }) => ({ guid, name }))
    },
    enabled: isNeeded,
  })
  return data
}

/** How a template is called; one that the person does not see is called no name. */
export function useTemplateName(subscription: string | undefined, isNeeded: boolean) {
  const t = useText()
  const names = useTemplateNames(subscription, isNeeded)
  return (guid: string) => names?.find((one) => one.guid === guid)?.name ?? t('sent.otherTemplate')
}
