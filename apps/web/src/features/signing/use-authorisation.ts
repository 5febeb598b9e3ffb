import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { announceSessionExpired } from '../../shared/session/session-expiry.ts'
import { authorisationCalls } from './authorisation-calls.ts'
import { Authorisation, type AuthorisationStage } from './authorisation.ts'
import { signingSteps } from '../../shared/proof/signing-steps.ts'
import type { Choice } from './use-choice.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import { wait } from '../../shared/ui/wait.ts'

interface Held {
  readonly guid: string
  readonly documents: Choice['documents']
  readonly accepted: ReadonlySet<string>
  readonly authorisation: Authorisation
}

function hold(chosen: UsableCertificate, { documents }: Choice, accepted: ReadonlySet<string>): Held | null {
  const steps = signingSteps(chosen)
  if (!steps) return null
  const authorisation = new Authorisation({
    steps,
    signerGuids: documents.map(({ SignerDTO }) => SignerDTO.SignerGUID),
    calls: authorisationCalls(chosen, steps, accepted),
    wait,
    now: Date.now,
    onSessionExpired: announceSessionExpired,
  })
  return { guid: chosen.certificate.GUID, documents, accepted, authorisation }
}

/** Whether what is held is for this certificate, these documents and this decision about their changes. */
function isFor(
  held: Held | null,
  wanted: Pick<Held, 'documents' | 'accepted'> & { guid: string | undefined },
): boolean {
  if (held === null) return wanted.guid === undefined
  return held.guid === wanted.guid && held.documents === wanted.documents && held.accepted === wanted.accepted
}

const noSubscription = () => () => {}
const noStage = () => null

interface Conditions {
  /** Nothing else has to be said first, such as that a notice was read. */
  readonly ready: boolean
  /** The documents (signer GUIDs) that are signed in spite of what was changed in them. */
  readonly accepted: ReadonlySet<string>
  /** Signs without asking for anything: each document will say why it cannot be signed. */
  readonly onNothingFixed: (authorisation: Authorisation) => void
}

/** The way from the chosen certificate to its signatures; another certificate, or another decision, gets another one. */
export function useAuthorisation(
  choice: Choice,
  { ready, accepted, onNothingFixed }: Conditions,
): { authorisation: Authorisation | null; stage: AuthorisationStage | null } {
  const { chosen, documents } = choice
  const [held, setHeld] = useState<Held | null>(null)
  if (!isFor(held, { guid: chosen?.certificate.GUID, documents, accepted })) {
    setHeld(chosen && hold(chosen, choice, accepted))
  }
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
