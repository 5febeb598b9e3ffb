import { useEffect, useEffectEvent, useState } from 'react'
import { endsSession } from '../../../shared/accounts/provider-errors.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { announceSessionExpired } from '../../../shared/session/session-expiry.ts'
import type { Accepted } from '../before/accepted.ts'
import { authorisationCalls } from './authorisation-calls.ts'
import { Authorisation, type AuthorisationEnds, type AuthorisationStage } from './authorisation.ts'
import type { ServerRuns } from '../run/on-server/use-server-run.ts'
import { isOfTheChanges } from '../run/failure-scope.ts'
import { useSignErrorText } from '../run/use-sign-error-text.ts'
import { useStage } from '../../../shared/steps/use-stage.ts'
import { signingSteps } from '../../../shared/proof/signing-steps.ts'
import type { Choice } from '../choice/use-choice.ts'
import type { UsableCertificate } from '../choice/usable-certificates.ts'
import { wait } from '../../../shared/ui/status/wait.ts'

interface Held {
  readonly guid: string
  readonly documents: Choice['documents']
  readonly accepted: Accepted
  readonly authorisation: Authorisation
}

interface Said {
  readonly accepted: Accepted
  readonly runs: ServerRuns
}

function hold(chosen: UsableCertificate, { documents }: Choice, { accepted, runs }: Said): Held | null {
  const steps = signingSteps(chosen)
  if (!steps) return null
  const authorisation = new Authorisation({
    steps,
    signerGuids: documents.map(({ SignerDTO }) => SignerDTO.SignerGUID),
    calls: authorisationCalls(chosen, steps, { accepted, runs }),
    wait,
    now: Date.now,
    onSessionExpired: announceSessionExpired,
  })
  return { guid: chosen.certificate.GUID, documents, accepted, authorisation }
}

/** Whether what is held is for this certificate, these documents and what was said yes to. */
function isFor(
  held: Held | null,
  wanted: Pick<Held, 'documents' | 'accepted'> & { guid: string | undefined },
): boolean {
  if (held === null) return wanted.guid === undefined
  const { changes, terms } = held.accepted
  const isSameYes = changes === wanted.accepted.changes && terms === wanted.accepted.terms
  return held.guid === wanted.guid && held.documents === wanted.documents && isSameYes
}

/** What went wrong before the signature, where neither a question follows from it nor the end of the session. */
function refusalOf(stage: AuthorisationStage): unknown {
  if (!('error' in stage) || isOfTheChanges(stage.error)) return null
  return stage.at === 'challenge' && endsSession(stage.error) ? null : stage.error
}

interface Conditions extends AuthorisationEnds, Said {
  /** Nothing else has to be said first, such as that a notice was read. */
  readonly ready: boolean
}

/**
 * The way from the chosen certificate to its signatures; another certificate, or another decision, gets another one.
 */
export function useAuthorisation(
  choice: Choice,
  { ready, accepted, runs, onNothingFixed }: Conditions,
): { authorisation: Authorisation | null; stage: AuthorisationStage | null } {
  const { chosen, documents } = choice
  const [held, setHeld] = useState<Held | null>(null)
  if (!isFor(held, { guid: chosen?.certificate.GUID, documents, accepted })) {
    setHeld(chosen && hold(chosen, choice, { accepted, runs }))
  }
  const authorisation = held?.authorisation ?? null
  const stage = useStage(authorisation, { onNothingFixed }, { ready })
  const reportFailure = useReportFailure(useSignErrorText())
  const reportRefusal = useEffectEvent((error: unknown) => reportFailure(error))
  const refusal = stage && refusalOf(stage)
  useEffect(() => {
    if (refusal) reportRefusal(refusal)
  }, [refusal])
  return { authorisation, stage }
}
