import { expect } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import type { DemoSigner, Scene } from '@rubrica/testing'
import { sendSeveral } from './authorise-signing.ts'

export type Run = Awaited<ReturnType<DemoSigner['call']['showRun']>>
export type RunItems = Awaited<ReturnType<DemoSigner['call']['runItems']>>

/** Documents that wait for one person, a few sent at a time. */
export async function sendMany(scene: Scene, count: number, signer: 'ana' | 'biel' | 'carla'): Promise<SentDocument[]> {
  const documents: SentDocument[] = []
  while (documents.length < count)
    documents.push(...(await sendSeveral(scene, Math.min(8, count - documents.length), signer)))
  return documents
}

export const signerOf = (document: SentDocument): string => document.signers[0]!.guid

export const beginRun = (person: DemoSigner, documents: readonly SentDocument[], key = crypto.randomUUID()) =>
  person.call.beginRun({
    headers: { 'idempotency-key': key },
    body: {
      CertGUID: person.certificateId,
      AccessMethod: 'USER_PASS',
      Items: documents.map((document) => ({ SignerGUID: signerOf(document) })),
    },
  })

export const showRun = (person: DemoSigner, { RunGUID }: Pick<Run, 'RunGUID'>): Promise<Run> =>
  person.call.showRun({ params: { runGuid: RunGUID } })

/** Waits until the run is in one of these states. */
export async function untilRun(
  person: DemoSigner,
  run: Pick<Run, 'RunGUID'>,
  ...states: readonly Run['State'][]
): Promise<Run> {
  let latest: Run | undefined
  await expect
    .poll(
      async () => {
        latest = await showRun(person, run).catch(() => latest)
        return latest?.State
      },
      { timeout: 60_000, interval: 50 },
    )
    .toSatisfy((state: Run['State'] | undefined) => state !== undefined && states.includes(state))
  return latest!
}

export const authorise = (person: DemoSigner, { RunGUID }: Pick<Run, 'RunGUID'>, PIN = person.pin) =>
  person.call.authoriseRun({ params: { runGuid: RunGUID }, body: { PIN } })

export const moveRun = (person: DemoSigner, { RunGUID }: Pick<Run, 'RunGUID'>, To: 'paused' | 'going-on' | 'stopped') =>
  person.call.moveRun({ params: { runGuid: RunGUID }, body: { To } })

export const itemsOf = (person: DemoSigner, { RunGUID }: Pick<Run, 'RunGUID'>): Promise<RunItems> =>
  person.call.runItems({ params: { runGuid: RunGUID }, query: {} })

/** Begins a run and waits until it can be authorised. */
export async function prepareRun(person: DemoSigner, documents: readonly SentDocument[]): Promise<Run> {
  return untilRun(person, await beginRun(person, documents), 'needs-person')
}

/** Audit events of a document, by their types. */
export async function eventsOf({ portal }: Scene, { guid }: { readonly guid: string }): Promise<string[]> {
  const rows = await portal.server.database!.query<{ type: string }>(
    'select type from audit_events where document_id = $1 order by sequence',
    [guid],
  )
  return rows.map(({ type }) => type)
}

/** Values that are kept, of all runs. */
export async function countValues({ portal }: Scene): Promise<number> {
  const [row] = await portal.server.database!.query<{ count: string }>(
    'select count(*) from signing_run_items where sealed_value is not null',
  )
  return Number(row!.count)
}
