import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Stepper } from './stepper.ts'

const noSubscription = () => () => {}
const noStage = () => null

interface Conditions {
  /** Whether the dialog has come this far. */
  readonly ready?: boolean
}

export function useStage<Stage, Ends>(stepper: Stepper<Stage, Ends>, ends: Ends, conditions?: Conditions): Stage
export function useStage<Stage, Ends>(
  stepper: Stepper<Stage, Ends> | null,
  ends: Ends,
  conditions?: Conditions,
): Stage | null
/** Follows a way of several steps for as long as the dialog is there; null while there is no way yet. */
export function useStage<Stage, Ends>(
  stepper: Stepper<Stage, Ends> | null,
  ends: Ends,
  { ready = true }: Conditions = {},
): Stage | null {
  const endsOfNow = useEffectEvent(() => ends)
  useEffect(() => {
    if (!stepper || !ready) return
    stepper.enter(() => endsOfNow())
    return () => stepper.leave()
  }, [stepper, ready])
  return useSyncExternalStore<Stage | null>(stepper?.subscribe ?? noSubscription, stepper?.stage ?? noStage)
}
