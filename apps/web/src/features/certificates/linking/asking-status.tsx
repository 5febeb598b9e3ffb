import { useText } from '../../../shared/i18n/use-text.ts'

/** Says that the provider is being asked, as long as it is. */
export function AskingStatus({ provider, busy }: { provider: string; busy: boolean }) {
  const t = useText()
  return (
    <p className="muted" role="status">
      {busy && t('certificates.account.asking', { provider })}
    </p>
  )
}
