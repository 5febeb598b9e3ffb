import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announceSessionExpired } from '../../../shared/session/session-expiry.ts'
import type { LinkFields } from '../account/account-calls.ts'
import {
  answerChallenge,
  chooseAuthenticator,
  isRunOut,
  sendCredentials,
  stepBefore,
  type LinkCalls,
  type LinkStep,
} from './linking.ts'

interface LinkState {
  readonly step: LinkStep
  readonly busy: boolean
  readonly error: unknown
  /** The log-in ran out between two steps. */
  readonly isRunOut: boolean
  /** Another code was asked for, and is on its way. */
  readonly askedAnew: boolean
}

const BEGIN: LinkState = { step: { at: 'credentials' }, busy: false, error: null, isRunOut: false, askedAnew: false }

/** Leads the browser away; the button Back brings this page back as it was left. */
function useDeparture(step: LinkStep, onBack: () => void): void {
  const page = step.at === 'leaving' ? step.page : null
  const comeBack = useEffectEvent(onBack)
  useEffect(() => {
    if (page === null) return
    const show = () => comeBack()
    window.addEventListener('pageshow', show)
    location.assign(page)
    return () => window.removeEventListener('pageshow', show)
  }, [page])
}

interface LinkingEnds {
  /** Called when the account is authorised; the form stays busy until it is done. */
  readonly onLinked: () => Promise<unknown>
  /** Called when the credentials were refused, or nobody answered. */
  readonly onRefused: (error: unknown) => void
}

/**
 * The steps in which a person authorises an account. What was typed is handed through and not kept.
 */
export function useLinking(calls: LinkCalls, { onLinked, onRefused }: LinkingEnds) {
  const [state, setState] = useState(BEGIN)
  /** Answers to what was asked before the person went back are of no interest. */
  const round = useRef(0)

  const run = async (action: 'authorise' | 'choose' | 'answer', work: () => Promise<LinkStep>) => {
    const own = ++round.current
    setState((now) => ({ ...now, busy: true, error: null, isRunOut: false, askedAnew: false }))
    const next = await work().then(
      (step) => ({ step, askedAnew: action === 'choose' && state.step.at === 'challenge' }),
      (error: unknown) =>
        action !== 'authorise' && isRunOut(action, error) ? { ...BEGIN, isRunOut: true } : { error },
    )
    if (own !== round.current) return
    if ('step' in next && next.step.at === 'linked') await onLinked()
    if (action === 'authorise' && 'error' in next) onRefused(next.error)
    const isLeaving = 'step' in next && next.step.at === 'leaving'
    setState((now) => ({ ...now, ...next, busy: isLeaving }))
  }
  const goTo = (step: LinkStep) => {
    round.current++
    setState({ ...BEGIN, step })
  }
  useDeparture(state.step, () => goTo(BEGIN.step))
  return {
    ...state,
    authorise: (fields: LinkFields) => run('authorise', () => sendCredentials(calls, fields)),
    choose: (id: string) =>
      run('choose', () =>
        chooseAuthenticator(calls, 'authenticators' in state.step ? state.step.authenticators : [], id),
      ),
    answer: (challenge: string) => run('answer', () => answerChallenge(calls, challenge, announceSessionExpired)),
    back: () => goTo(stepBefore(state.step)),
    cancel: () => goTo(BEGIN.step),
  }
}

export type Linking = ReturnType<typeof useLinking>
