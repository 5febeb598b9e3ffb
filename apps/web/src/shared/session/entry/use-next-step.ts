import { useRouter } from '../../router/use-router.tsx'
import type { NextStep } from './after-login.ts'

/**
 * Leads on from a log-in: to the documents, or to what the person wanted before they were asked to log in. The button
 * Back does not lead to the log-in again.
 */
export function useNextStep(): (step: NextStep) => void {
  const router = useRouter()
  return ({ to, ...state }) => {
    const { wanted } = router.place.state
    void router.navigateTo(to === '/documents' ? (wanted ?? to) : to, { state, replace: true })
  }
}
