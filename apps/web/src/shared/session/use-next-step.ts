import { useRouter } from '@tanstack/react-router'
import type { NextStep } from './after-login.ts'

/** Leads on from a log-in; the button Back does not lead to it again. */
export function useNextStep(): (step: NextStep) => void {
  const { history } = useRouter()
  return ({ to, ...state }) => history.replace(to, state)
}
