import { useEffect, useState } from 'react'
import { useBlocker } from '../../router/use-router.tsx'
import { sessionToken } from '../session-store.ts'
import { guardUnsavedWork } from './unsaved-work.ts'

/** Who is no longer logged in has nothing left to save. */
const mayAsk = (isChanged: boolean) => isChanged && sessionToken() !== null

/** Keeps a form that was changed from being left by mistake: to another screen, by logging out, or with the window. */
export function useLeaving(isChanged: boolean) {
  const blocked = useBlocker(() => mayAsk(isChanged))
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  useEffect(() => (isChanged ? guardUnsavedWork((go) => setGoOn(() => go)) : undefined), [isChanged])
  return {
    isAsking: blocked !== null || goOn !== null,
    leave: () => {
      goOn?.()
      blocked?.goOn()
    },
    stay: () => {
      setGoOn(null)
      blocked?.stay()
    },
  }
}
