import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionToken } from '../../shared/session/session-store.ts'
import { guardUnsavedWork } from '../../shared/session/unsaved-work.ts'

/** Who is no longer logged in has nothing left to save. */
const mayAsk = (isChanged: boolean) => isChanged && sessionToken() !== null

/** Keeps a form that was changed from being left by mistake: to another screen, by logging out, or with the window. */
export function useLeaving(isChanged: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: () => mayAsk(isChanged),
    enableBeforeUnload: () => mayAsk(isChanged),
    withResolver: true,
  })
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  useEffect(() => (isChanged ? guardUnsavedWork((go) => setGoOn(() => go)) : undefined), [isChanged])
  return {
    isAsking: blocker.status === 'blocked' || goOn !== null,
    leave: () => {
      goOn?.()
      blocker.proceed?.()
    },
    stay: () => {
      setGoOn(null)
      blocker.reset?.()
    },
  }
}
