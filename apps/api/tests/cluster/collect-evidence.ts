/** Gathers what the judge needs once everything runs again: rows, files as they are downloaded, mails, and verdicts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatherDocumentEvidence, validate, type ValidationReport } from '@rubrica/pades'
import { createGuardedFetcher } from '@rubrica/pki'
import { askPdfsig, runCli } from '@rubrica/testing'
import { OBJECT_IDS } from '../../src/adapters/database/objects/find-referenced-objects.ts'
import { WAS_CALLED } from '../../src/adapters/database/documents/was-called.ts'
import { isDone } from './clients/answers.ts'
import type { Program } from './clients/calls.ts'
import type { HistoryCall } from './clients/history.ts'
import type { DocumentFact, EventFact, Evidence, FileFact, MailFact } from './judge/evidence.ts'
import { groupBy, unique } from './judge/group-by.ts'
import type { Cluster } from './open-cluster.ts'

interface Collecting {
  readonly cluster: Cluster
  readonly program: Program
  readonly history: readonly HistoryCall[]
  readonly mails: readonly MailFact[]
}

export async function collectEvidence({ cluster, program, history, mails }: Collecting): Promise<Evidence> {
  const rows = await readRows(cluster, history)
  const signed = unique(rows.revisions.filter(({ kind }) => kind === 'signature').map(({ documentId }) => documentId))
  const promised = unique(history.filter((call) => call.op === 'sign' && isDone(call)).map(({ subject }) => subject))
  const documentOf = new Map(rows.signers.map(({ id, documentId }) => [id, documentId]))
  const ids = unique([...signed, ...promised.map((id) => documentOf.get(String(id)) ?? '')]).filter(Boolean)
  const files = await verifyFiles(
    cluster,
    program,
    rows.documents.filter(({ id }) => ids.includes(id)),
  )
  const told = (words: readonly string[]) => sayingOf(cluster, words)
  return {
    history,
    mails,
    ...rows,
    files,
    audit: await told(['audit', 'verify']),
    objects: await told(['objects', 'verify']),
    stuck: await told(['stuck']),
    deleted: cluster.store?.deleted() ?? [],
  }
}

/** What a command of the operator finds wrong; nothing when it ends well. */
async function sayingOf({ operatorEnv }: Cluster, words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runCli(words, operatorEnv)
  return code === 0 ? [] : `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
}

async function readRows(cluster: Cluster, history: readonly HistoryCall[]) {
  const guessed = unique(history.map(({ certificate }) => certificate).filter((id) => id !== undefined))
  const named = await cluster.query<{ object_id: string }>(`select distinct object_id from (${OBJECT_IDS}) as named`)
  return {
    documents: await cluster.query<DocumentFact>(
      'select id, file_name as "fileName", state, current_revision as "currentRevision" from documents',
    ),
    revisions: await cluster.query<Evidence['revisions'][number]>(
      `select document_id as "documentId", number, kind, signer_id as "signerId", object_id as "objectId" from revisions`,
    ),
    signers: await cluster.query<Evidence['signers'][number]>(
      `select signers.id, signers.document_id as "documentId", signers.state, users.email, ${WAS_CALLED} as "wasCalled",
         signers.notified_at is not null as "wasTold"
       from signers join users on users.id = signers.user_id`,
    ),
    approvers: await cluster.query<Evidence['approvers'][number]>(
      'select id, signer_id as "signerId", document_id as "documentId", state from approvers',
    ),
    attempts: await cluster.query<Evidence['attempts'][number]>(
      'select signer_id as "signerId", attempt_key as key, state from signing_attempts',
    ),
    events: (
      await cluster.query<{ canonical: string; sequence: string } & Omit<EventFact, 'facts' | 'sequence'>>(
        'select document_id as "documentId", sequence, type, canonical from audit_events',
      )
    ).map(({ canonical, sequence, ...event }) => ({
      ...event,
      sequence: Number(sequence),
      facts: (JSON.parse(canonical) as EventFact).facts,
    })),
    archives: await cluster.query<Evidence['archives'][number]>(
      'select document_id as "documentId", state, level from document_archives',
    ),
    vaultKeys: await cluster.query<Evidence['vaultKeys'][number]>(
      `select id as "certificateId", pin_failures as failures, locked_at is not null as "isLocked"
       from certificates where id = any($1::uuid[])`,
      [guessed],
    ),
    named: named.map(({ object_id: id }) => id),
  }
}

async function verifyFiles(
  cluster: Cluster,
  program: Program,
  documents: readonly DocumentFact[],
): Promise<readonly FileFact[]> {
  const anchor = new Uint8Array(readFileSync(join(cluster.sandbox.dataDir, 'sandbox-root.cer')))
  const fields = await cluster.query<{ document: string; signer: string; name: string }>(
    'select document_id as document, signer_id as signer, name from signature_fields',
  )
  const fieldsOf = groupBy(fields, ({ document }) => document)
  const allowPrivate = [new URL(cluster.sandbox.url).origin]
  const files: FileFact[] = []
  for (const { id } of documents) {
    const bytes = await program.download(id).catch(() => undefined)
    if (bytes === undefined) continue
    const { integrity, signatures } = await verify(bytes, { anchor, allowPrivate })
    const signerOf = new Map(fieldsOf(id).map(({ name, signer }) => [name, signer]))
    files.push({
      documentId: id,
      integrity,
      signatures: signatures.map(({ field, indication }) => ({ signerId: signerOf.get(field) ?? null, indication })),
      pdfsig: (await askPdfsig(bytes)).verdicts,
    })
  }
  return files
}

interface Trusting {
  readonly anchor: Uint8Array
  readonly allowPrivate: readonly string[]
}

/** By what is in the file; where that does not suffice, because it is not archived, by what its authorities say. */
async function verify(bytes: Uint8Array, { anchor, allowPrivate }: Trusting): Promise<ValidationReport> {
  const [at, policy] = [new Date(), { trustAnchors: [anchor] }]
  const alone = validate(bytes, policy, { at })
  if (alone.signatures.every(({ indication }) => indication === 'TOTAL-PASSED')) return alone
  const evidence = await gatherDocumentEvidence(bytes, {
    anchors: [anchor],
    fetcher: createGuardedFetcher({ allowedPrivateOrigins: allowPrivate }),
    at,
    mayLack: (_field, { code }) => code === 'EVIDENCE_MISSING',
  })
  return validate(bytes, policy, { at, evidence })
}
