import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'

/** The button Back brings this page back as it was left: what went on there is over. */
export function useComingBack(hasLeft: boolean, onBack: () => void): void {
  const t = useText()
  const tell = useEffectEvent(() => {
    showToast('info', t('ivnosys.cameBack'))
    onBack()
  })
  useEffect(() => {
    if (!hasLeft) return
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) tell()
    }
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [hasLeft])
}
