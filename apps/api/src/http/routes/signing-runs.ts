import { authoriseRun, type AuthoriseRun } from '../../modules/signing/runs/authorise-run.ts'
import { beginLocalRun, type BeginLocalRun } from '../../modules/signing/runs/begin-local-run.ts'
import { beginRun, type BeginRun } from '../../modules/signing/runs/begin-run.ts'
import { findRun, listItems, listRuns, moveRun, type KeepRuns } from '../../modules/signing/runs/keep-runs.ts'
import type { CountedRun, RunItem } from '../../modules/signing/runs/ports.ts'
import { writePdfReceipt, writeReceipt, type WriteReceipt } from '../../modules/signing/runs/write-receipt.ts'
import { actingAs } from '../bind/admit-caller.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { readValue, readWhereabouts } from './local-signature.ts'
import { fileHeaders } from './sent-documents.ts'

type RunCalls =
  | 'beginRun'
  | 'beginLocalRun'
  | 'listRuns'
  | 'showRun'
  | 'runItems'
  | 'runReceipt'
  | 'runPdfReceipt'
  | 'authoriseRun'
  | 'moveRun'
export type RunPorts = BeginRun & BeginLocalRun & AuthoriseRun & KeepRuns & WriteReceipt

const ITEMS_OF_A_PAGE = 200

const describe = (run: CountedRun, page: string | null = null) => ({
  ...{ RunGUID: run.id, CertGUID: run.certificateId ?? null, CertType: run.certType ?? null },
  ...{ State: run.state, Paused: run.paused, Code: run.code },
  Asked: run.asked
    ? { Position: run.asked.position, SignerGUID: run.asked.signerId, FileName: run.asked.fileName, Page: page }
    : null,
  ...{ Counts: { ...run.counts }, CreatedAt: run.createdAt.toISOString() },
  AuthorisedAt: run.authorisedAt?.toISOString() ?? null,
  EndedAt: run.endedAt?.toISOString() ?? null,
  ExpiresAt: run.expiresAt.toISOString(),
})

const describeItem = ({ position, signerId, documentId, fileName, state, code, endedAt }: RunItem) => ({
  ...{ Position: position, SignerGUID: signerId, DocGUID: documentId, FileName: fileName, State: state, Code: code },
  EndedAt: endedAt?.toISOString() ?? null,
})

export function runHandlers(ports: RunPorts): Pick<Handlers, RunCalls> {
  const show = async (run: CountedRun) =>
    describe(run, run.asked && (await ports.confirmations.pageOf(run.userId, run.asked.errandId)))
  return {
    beginRun: async ({ caller, headers, body }) =>
      describe(
        await beginRun(ports, {
          ...actingAs(caller),
          ...{ certificateId: body.CertGUID, certType: body.CertType },
          ...{ accessMethod: body.AccessMethod, confirmedHolder: body.ConfirmedHolder },
          items: body.Items.map(({ SignerGUID, AcceptedDisclaimer, AcceptChanges }) => ({
            ...{ signerId: SignerGUID, acceptedDisclaimer: AcceptedDisclaimer, acceptChanges: AcceptChanges === true },
          })),
          key: headers['idempotency-key'],
        }),
      ),
    beginLocalRun: async ({ caller, headers, body }) =>
      describe(
        await beginLocalRun(ports, {
          ...{ ...actingAs(caller), accessMethod: body.AccessMethod, whereabouts: readWhereabouts(body) },
          values: body.Items.map(({ SignerGUID, Signature }) => ({
            signerId: SignerGUID,
            value: readValue(Signature),
          })),
          key: headers['idempotency-key'],
        }),
      ),
    listRuns: async ({ caller }) => Promise.all((await listRuns(ports, caller.userId)).map(show)),
    showRun: async ({ caller, params }) => show(await findRun(ports, { userId: caller.userId, runId: params.runGuid })),
    runItems: async ({ caller, params, query }) => {
      const { After: after = 0, State } = query
      const wanted = { states: State && [State], after, most: ITEMS_OF_A_PAGE }
      return (await listItems(ports, { userId: caller.userId, runId: params.runGuid }, wanted)).map(describeItem)
    },
    runReceipt: async ({ caller, params }) => {
      const { fileName, content } = await writeReceipt(ports, { userId: caller.userId, runId: params.runGuid })
      return new Answer(200, fileHeaders('text/csv; charset=utf-8', fileName), content)
    },
    runPdfReceipt: async ({ caller, params }) => {
      const { fileName, content } = await writePdfReceipt(ports, { userId: caller.userId, runId: params.runGuid })
      return new Answer(200, fileHeaders('application/pdf', fileName), content)
    },
    authoriseRun: async ({ caller, params, body }) =>
      describe(
        await authoriseRun(ports, {
          ...{ userId: caller.userId, runId: params.runGuid, signatureSessionId: body.SessionId },
          inputs: { ...(body.PIN && { pin: body.PIN }), ...(body.OTP && { code: body.OTP }) },
        }),
      ),
    moveRun: async ({ caller, params, body }) =>
      show(await moveRun(ports, { userId: caller.userId, runId: params.runGuid }, body.To)),
  }
}
