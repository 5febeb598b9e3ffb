import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { announceSessionExpired } from '../../shared/session/session-expiry.ts'
import { authorisationCalls } from './authorisation-calls.ts'
import { Authorisation, type AuthorisationStage } from './authorisation.ts'
import { signingSteps } from './signing-steps.ts'
import type { Choice } from './use-choice.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import { wait } from './wait.ts'

interface Held {
  readonly guid: string
  readonly authorisation: Authorisation
}

function hold(chosen: UsableCertificate, { documents }: Choice): Held | null {
  const steps = signingSteps(chosen)
  if (!steps) return null
  const authorisation = new Authorisation({
    steps,
    signerGuids: documents.map(({ SignerDTO }) => SignerDTO.SignerGUID),
    calls: authorisationCalls(chosen, steps),
    wait,
    now: Date.now,
    onSessionExpired: announceSessionExpired,
  })
  return { guid: chosen.certificate.GUID, authorisation }
}

const noSubscription = () => () => {}
const noStage = () => null

interface Conditions {
  /** Nothing else has to be said first, such as that a notice was read. */
  readonly ready: boolean
  /** Signs without asking for anything: each document will say why it cannot be signed. */
  readonly onNothingFixed: (authorisation: Authorisation) => void
}

/** The way from the chosen certificate to its signatures; another certificate gets another one. */
export function useAuthorisation(
  choice: Choice,
  { ready, onNothingFixed }: Conditions,
): { authorisation: Authorisation | null; stage: AuthorisationStage | null } {
  const { chosen } = choice
  const [held, setHeld] = useState<Held | null>(null)
  if (held?.guid !== chosen?.certificate.GUID) setHeld(chosen && hold(chosen, choice))
  const authorisation = held?.authorisation ?? null
  const stage = useSyncExternalStore<AuthorisationStage | null>(
    authorisation?.subscribe ?? noSubscription,
    authorisation?.stage ?? noStage,
  )
  const tellNothingFixed = useEffectEvent(() => {
    if (authorisation) onNothingFixed(authorisation)
  })
  useEffect(() => {
    if (!authorisation || !ready) return
    authorisation.enter(() => tellNothingFixed())
    return () => authorisation.leave()
  }, [authorisation, ready])
  return { authorisation, stage }
}
