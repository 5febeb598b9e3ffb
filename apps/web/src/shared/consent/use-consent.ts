import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useStage } from '../steps/use-stage.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import type { Consent, ConsentStage } from './consent.ts'

/** Looks for the confirmation whenever the person comes back to this window. */
function useLookOnReturn(consent: Consent): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void consent.complete(false)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [consent])
}

/** One way from the question who signs to the signature, as long as its dialog is there. */
export function useConsent(create: () => Consent): { consent: Consent; stage: ConsentStage } {
  const t = useText()
  const [consent] = useState(create)
  const stage = useStage(consent, null)
  useLookOnReturn(consent)
  const sayItStays = useEffectEvent(() => {
    if (consent.stage().at === 'waiting') showToast('info', t('consent.staysToast'))
  })
  useEffect(() => () => sayItStays(), [])
  return { consent, stage }
}
