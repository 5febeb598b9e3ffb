import { MAX_RUN } from '@rubrica/contract'
import { api } from '../../../../shared/api/api.ts'
import { confirmedHolder } from '../../../../shared/api/certificates.ts'
import { signingSteps } from '../../../../shared/proof/signing-steps.ts'
import { followRun, handOverRun } from '../../../../shared/signing-runs/followed-runs.ts'
import { itemsIn } from '../../../../shared/signing-runs/run-items.ts'
import { rememberSeenRun } from '../../../../shared/signing-runs/seen-runs.ts'
import { accessMethod } from '../../../../shared/session/session-store.ts'
import { acceptedFor, type Accepted } from '../../before/accepted.ts'
import type { UsableCertificate } from '../../choice/usable-certificates.ts'
import type { ServerRunCalls } from './server-run.ts'

/** Whether the server signs these documents by itself once they are authorised: several, with any key that it can ask. */
export const signsOnServer = (chosen: UsableCertificate, documents: number): boolean =>
  signingSteps(chosen) !== undefined && documents > 1 && documents <= MAX_RUN

export interface ServerRunOrder {
  readonly guids: readonly string[]
  readonly chosen: UsableCertificate
  readonly accepted: Accepted
}

const named = (runGuid: string) => ({ params: { runGuid } })

const CALLS_OF_A_RUN: Omit<ServerRunCalls, 'begin'> = {
  show: (runGuid) => api.showRun(named(runGuid)),
  authorise: (runGuid, { pin, code, sessionId }) =>
    api.authoriseRun({
      ...named(runGuid),
      body: {
        ...(pin && { PIN: pin }),
        ...(sessionId === undefined ? code && { OTP: code } : { SessionId: sessionId }),
      },
    }),
  stop: (runGuid) => api.moveRun({ ...named(runGuid), body: { To: 'stopped' } }),
  left: async (runGuid) => {
    const lists = await Promise.all((['failed', 'discarded'] as const).map((state) => itemsIn({ runGuid, state })))
    return lists.flat()
  },
  told: rememberSeenRun,
  handOver: handOverRun,
}

/** The calls of a run, however it is begun. The list tells nothing of it as long as a dialog follows it. */
export const runCalls = (begin: ServerRunCalls['begin']): ServerRunCalls => ({
  ...CALLS_OF_A_RUN,
  begin: async (key) => {
    const run = await begin(key)
    followRun(run.RunGUID)
    return run
  },
})

/** The calls of a run of these documents with this certificate. */
export const serverRunCalls = ({ guids, chosen: { certificate }, accepted }: ServerRunOrder): ServerRunCalls =>
  runCalls((key) =>
    api.beginRun({
      headers: { 'idempotency-key': key },
      body: {
        CertGUID: certificate.GUID,
        AccessMethod: accessMethod(),
        ...confirmedHolder(certificate),
        Items: guids.map((guid) => ({ SignerGUID: guid, ...acceptedFor(accepted, guid) })),
      },
    }),
  )
