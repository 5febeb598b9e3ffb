import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import type { TemplateItem } from './template-queries.ts'

/** The header of a change to a template as the list shows it. */
export const ifSeen = ({ changes }: Pick<TemplateItem, 'changes'>) => ({ 'if-match': `"v${changes}"` })

/** The list shows what has become of the templates. */
export function useRenewTemplates() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.templates })
}

/** Archives a template, or brings it back. */
export function useArchiving(item: TemplateItem, subscription: string | undefined) {
  const t = useText()
  const renew = useRenewTemplates()
  const errorText = useErrorText()
  const isArchived = item.archivedAt === null
  return useMutation({
    mutationFn: () =>
      senderApi.changeTemplate({
        params: { templateId: item.guid },
        query: { subscription },
        headers: ifSeen(item),
        body: { isArchived },
      }),
    onSuccess: () =>
      showToast('success', t(isArchived ? 'templates.archived' : 'templates.broughtBack', { name: item.name })),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: renew,
  })
}

/** Saves a template as a file of the person's device. */
export function useExport({ guid, name }: TemplateItem, subscription: string | undefined) {
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: () => senderApi.exportTemplate({ params: { templateId: guid }, query: { subscription } }),
    onSuccess: (file) => {
      const address = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: 'application/json' }))
      const link = document.createElement('a')
      link.href = address
      link.download = `${name.replace(/[\\/:*?"<>|]/g, ' ').trim()}.json`
      link.click()
      URL.revokeObjectURL(address)
    },
    onError: (error) => showToast('error', errorText(error)),
  })
  return { download: () => mutate() }
}
