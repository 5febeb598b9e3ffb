import { createHash } from 'node:crypto'
import { writeVerificationCode, type CodesTell, type VerificationLevel } from '@rubrica/domain/verification-code'
import { sql, type Kysely } from 'kysely'
import type { CodedDocument, VerificationCodes } from '../../../modules/verification/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'

/** What the wrapped code of a document is bound to. */
export const verificationCodeBinding = (documentId: string): string => `verification-code:${documentId}`

const HOUR_MS = 60 * 60_000

const digestOf = (code: string) => createHash('sha256').update(code).digest()

/**
 * Verification codes in PostgreSQL: found by their digest, and wrapped so that they can be printed once more.
 * @param standard what is told where nothing else is said of a document or its subscription
 */
export function openVerificationCodes(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  standard: VerificationLevel,
): VerificationCodes {
  return {
    codeOf: async (documentId, make) => {
      const kept = await makeCode(database, serverKeys, { documentId, make })
      return kept && !kept.isWithdrawn && !kept.isOff ? kept.code : undefined
    },
    find: (code) => findDocument(database, digestOf(code), standard),
    count: (outcome, at) => countOne(database, outcome, at),
    wrongLately: (at) => wrongLately(database, at),
  }
}

interface KeptCode {
  readonly code: string
  /** Null: what is told of every document of the installation. */
  readonly level: VerificationLevel | null
  readonly isWithdrawn: boolean
  readonly asksHolder: boolean
  /** Nobody is told anything of the documents of its subscription. */
  readonly isOff: boolean
}

/**
 * The code of a document, withdrawn or not, made if need be: of several that are made at once the first one counts.
 * @returns undefined for a document that is not there
 */
export async function makeCode(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  { documentId, make }: { documentId: string; make: () => Uint8Array },
): Promise<KeptCode | undefined> {
  const kept = await readCode(database, serverKeys, documentId)
  if (kept) return kept
  await insertCode(database, serverKeys, { documentId, code: writeVerificationCode(make()) })
  return readCode(database, serverKeys, documentId)
}

async function readCode(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  documentId: string,
): Promise<KeptCode | undefined> {
  const row = await database
    .selectFrom('verification_codes')
    .innerJoin('subscriptions', 'subscriptions.id', 'verification_codes.subscription_id')
    .where('document_id', '=', documentId)
    .select(['wrapped_code', 'level', 'withdrawn_at', 'asks_holder', 'verification'])
    .executeTakeFirst()
  if (!row) return undefined
  const code = await serverKeys.unwrap(row.wrapped_code, verificationCodeBinding(documentId))
  return {
    code: Buffer.from(code).toString('latin1'),
    level: levelOf(row),
    isWithdrawn: row.withdrawn_at !== null,
    asksHolder: row.asks_holder,
    isOff: row.verification === 'off',
  }
}

/** What is said of the document counts before what is said of its subscription. */
function levelOf(row: { level: VerificationLevel | null; verification: CodesTell | null }): VerificationLevel | null {
  return row.level ?? (row.verification === 'off' ? null : row.verification)
}

async function insertCode(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  { documentId, code }: { documentId: string; code: string },
): Promise<void> {
  const wrapped = await serverKeys.wrap(Buffer.from(code, 'latin1'), verificationCodeBinding(documentId))
  await database
    .insertInto('verification_codes')
    .columns(['document_id', 'subscription_id', 'digest', 'wrapped_code'])
    .expression((eb) =>
      eb
        .selectFrom('documents')
        .where('documents.id', '=', documentId)
        .select([
          'documents.id',
          'documents.subscription_id',
          eb.val(digestOf(code)).as('digest'),
          eb.val(Buffer.from(wrapped)).as('wrapped_code'),
        ]),
    )
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .execute()
}

async function findDocument(
  database: Kysely<Schema>,
  digest: Buffer,
  standard: VerificationLevel,
): Promise<CodedDocument | undefined> {
  const row = await database
    .selectFrom('verification_codes')
    .innerJoin('documents', 'documents.id', 'verification_codes.document_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'documents.subscription_id')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.document_id', '=', 'documents.id')
        .onRef('revisions.number', '=', 'documents.current_revision'),
    )
    .where('verification_codes.digest', '=', digest)
    .where('withdrawn_at', 'is', null)
    .where('wrapped_data_key', 'is not', null)
    .where('verification', 'is distinct from', 'off')
    .select([
      'documents.id',
      'level',
      'asks_holder',
      'verification',
      'state',
      'file_name',
      'uploaded_at',
      'ended_at',
      'revisions.number',
    ])
    .select('revisions.digest as content')
    .executeTakeFirst()
  if (!row) return undefined
  const signers = await database
    .selectFrom('signers')
    .where('document_id', '=', row.id)
    .where('state', '=', 'signed')
    .orderBy('operated_at')
    .select(['signer_name', 'operated_at'])
    .execute()
  return {
    ...{ documentId: row.id, revision: row.number, digest: row.content.toString('hex') },
    ...{ level: levelOf(row) ?? standard, asksHolder: row.asks_holder },
    ...{ state: row.state, fileName: row.file_name, sentAt: row.uploaded_at, endedAt: row.ended_at },
    signatures: signers.flatMap(({ signer_name, operated_at }) =>
      operated_at === null ? [] : [{ name: signer_name, signedAt: operated_at }],
    ),
  }
}

async function countOne(database: Kysely<Schema>, outcome: 'found' | 'unknown', at: Date): Promise<void> {
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  await database
    .insertInto('verification_counts')
    .values({ hour, outcome, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['hour', 'outcome']).doUpdateSet({ count: sql`verification_counts.count + 1` }),
    )
    .execute()
}

/** Those of this hour and, as far as it lies within sixty minutes, of the one before: never fewer than there were. */
async function wrongLately(database: Kysely<Schema>, at: Date): Promise<number> {
  const row = await database
    .selectFrom('verification_counts')
    .where('outcome', '=', 'unknown')
    .where('hour', '>', new Date(at.getTime() - 2 * HOUR_MS))
    .select((eb) => eb.fn.sum<string | null>('count').as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
