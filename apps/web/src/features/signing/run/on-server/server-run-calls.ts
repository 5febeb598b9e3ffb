import { MAX_RUN } from '@rubrica/contract'
import { api } from '../../../../shared/api/api.ts'
import { confirmedHolder } from '../../../../shared/api/certificates.ts'
import { signingSteps } from '../../../../shared/proof/signing-steps.ts'
import { accessMethod } from '../../../../shared/session/session-store.ts'
import { acceptedFor, type Accepted } from '../../before/accepted.ts'
import type { UsableCertificate } from '../../choice/usable-certificates.ts'
import type { ServerRunCalls } from './server-run.ts'

/** Whether the server signs these documents by itself once they are authorised: several, with any key that it can ask. */
export function signsOnServer(chosen: UsableCertificate, documents: number): boolean {
  const isAsked = chosen.manifest.way === undefined && signingSteps(chosen) !== undefined
  return isAsked && documents > 1 && documents <= MAX_RUN
}

export interface ServerRunOrder {
  readonly guids: readonly string[]
  readonly chosen: UsableCertificate
  readonly accepted: Accepted
}

/** The calls of a run of these documents with this certificate. */
export function serverRunCalls({ guids, chosen: { certificate }, accepted }: ServerRunOrder): ServerRunCalls {
  const named = (runGuid: string) => ({ params: { runGuid } })
  return {
    begin: (key) =>
      api.beginRun({
        headers: { 'idempotency-key': key },
        body: {
          CertGUID: certificate.GUID,
          AccessMethod: accessMethod(),
          ...confirmedHolder(certificate),
          Items: guids.map((guid) => ({ SignerGUID: guid, ...acceptedFor(accepted, guid) })),
        },
      }),
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
      const lists = await Promise.all((['failed', 'discarded'] as const).map((state) => itemsIn(runGuid, state)))
      return lists.flat()
    },
  }
}

type Item = Awaited<ReturnType<typeof api.runItems>>[number]

/** All documents of a run in one state, a page after the other. */
export async function itemsIn(runGuid: string, State: Item['State']): Promise<Item[]> {
  const all: Item[] = []
  for (;;) {
    const After = String(all.at(-1)?.Position ?? 0)
    const page = await api.runItems({ params: { runGuid }, query: { After, State } })
    if (page.length === 0) return all
    all.push(...page)
  }
}
