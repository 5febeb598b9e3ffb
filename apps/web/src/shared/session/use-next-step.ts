import { useRouter } from '@tanstack/react-router'
import type { NextStep } from './after-login.ts'

/**
 * Leads on from a log-in: to the documents, or to what the person wanted before they were asked to log in. The button
 * Back does not lead to the log-in again.
 */
export function useNextStep(): (step: NextStep) => void {
  const { history } = useRouter()
  return ({ to, ...state }) => {
    const { wanted } = history.location.state
    history.replace(to === '/documents' ? (wanted ?? to) : to, state)
  }
}
