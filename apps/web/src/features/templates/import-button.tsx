import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { useRenewTemplates } from './use-template-acts.ts'

type ExportedTemplate = Parameters<typeof senderApi.importTemplate>[0]['body']

/** Takes in a template that was exported somewhere. What it says is judged by the server. */
export function ImportButton({ subscription }: { subscription: string | undefined }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const renew = useRenewTemplates()
  const errorText = useErrorText()
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const body = parsed(await file.text())
      if (!body) return undefined
      return senderApi.importTemplate({
        query: { subscription },
        headers: { 'idempotency-key': crypto.randomUUID() },
        body,
      })
    },
    onSuccess: async (template) => {
      if (!template) return showToast('error', t('templates.notATemplate'))
      showToast('success', t('templates.imported', { name: template.name }))
      await renew()
    },
    onError: (error) => showToast('error', errorText(error)),
  })
  return (
    <>
      <Button icon={FileUp} busy={importing.isPending} onClick={() => input.current?.click()}>
        {t('templates.import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('templates.import')}
        onClick={(event) => (event.currentTarget.value = '')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) importing.mutate(file)
        }}
      />
    </>
  )
}

/** Undefined for what is no exported template at all. */
function parsed(text: string): ExportedTemplate | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isOne = typeof value === 'object' && value !== null && 'format' in value && 'content' in value
    return isOne ? (value as ExportedTemplate) : undefined
  } catch {
    return undefined
  }
}
