import { linkClass } from '../../../shared/ui/card.tsx'

interface OtherWayLinkProps {
  words: string
  /** Null when there is no other way. */
  onChooseAgain: (() => void) | null
}

/** Back to the choice of the way; a link, so that the buttons of the dialog stay in one line. */
export function OtherWayLink({ words, onChooseAgain }: OtherWayLinkProps) {
  if (!onChooseAgain) return null
  return (
    <div>
      <button type="button" className={linkClass} onClick={onChooseAgain}>
        {words}
      </button>
    </div>
  )
}
