import { useText } from '../../../shared/i18n/use-text.ts'
import { linkClass } from '../../../shared/ui/card.tsx'

/** Back to the person's other certificates; a link, so that the buttons of the dialog stay in one line. */
export function OtherWayLink({ onChooseAgain }: { onChooseAgain: () => void }) {
  const t = useText()
  return (
    <div>
      <button type="button" className={linkClass} onClick={onChooseAgain}>
        {t('autofirma.otherWay')}
      </button>
    </div>
  )
}
