import { useText } from '../../i18n/use-text.ts'
import { Button } from '../button.tsx'
import { useFocusRescueOnLeave } from '../focus/use-focus-rescue-on-leave.ts'

export interface MoreButtonProps {
  busy: boolean
  onShow: () => void
}

/** Under a list that is shown as far as it was asked for: shows more of it. It leaves once all is shown. */
export function MoreButton({ busy, onShow }: MoreButtonProps) {
  const t = useText()
  useFocusRescueOnLeave()
  return (
    <Button busy={busy} onClick={onShow}>
      {t('history.more')}
    </Button>
  )
}
