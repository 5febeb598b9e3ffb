/** Everything that is known of a document that is over, read in one snapshot. */
import { sql, type Kysely, type Transaction } from 'kysely'
import { hasLeft } from '@rubrica/domain'
import type { MailFacts, ServedPage } from '@rubrica/evidence-file'
import type {
  DeputyInEvidence,
  EvidenceOfDocument,
  EvidenceSource,
  PersonInEvidence,
  Stand,
} from '../../../modules/evidence-files/ports.ts'
import { inTransaction } from '../connection.ts'
import type { PageViewTable } from '../on-demand/consent-schema.ts'
import type { Schema } from '../schema.ts'
import { deputyOf } from '../substitutions/acted.ts'

/** @returns what tells of documents; heads are told by the audit log */
export function openEvidenceSource(database: Kysely<Schema>): Pick<EvidenceSource, 'standOf' | 'load'> {
  return {
    standOf: (documentId) => readStand(database, documentId),
    load: (documentId) =>
      inTransaction(database, (snapshot) => load(snapshot, documentId), { isolation: 'repeatable read' }),
  }
}

/**
 * The number of the last event but for downloads, which add nothing, and whether a head stands for it. `+head` is what
 * evidence-file-store.ts looks for.
 */
async function readStand(database: Kysely<Schema>, documentId: string): Promise<Stand | undefined> {
  const { rows } = await sql<{ sequence: string; is_sealed: boolean }>`
    select last.sequence, exists (
      select 1 from audit_log_leaves where document_id = documents.id and audit_log_leaves.sequence >= last.sequence
    ) as is_sealed
    from documents, lateral (
      select max(sequence) as sequence from audit_events
      where document_id = documents.id and type <> 'document-downloaded'
    ) as last
    where documents.id = ${documentId} and state <> 'open' and wrapped_data_key is not null`.execute(database)
  const [row] = rows
  return row && `${row.sequence}${row.is_sealed ? '+head' : ''}`
}

type Snapshot = Transaction<Schema>

async function load(snapshot: Snapshot, documentId: string): Promise<EvidenceOfDocument | undefined> {
  const document = await snapshot
    .selectFrom('documents')
    .leftJoin('users', 'users.id', 'documents.user_id')
    .leftJoin('document_archives', 'document_archives.document_id', 'documents.id')
    .where('documents.id', '=', documentId)
    .where('documents.state', '<>', 'open')
    .select(['documents.id', 'documents.subscription_id', 'documents.state', 'documents.file_name', 'page_count'])
    .select(['uploaded_at', 'ended_at', 'sender_name', 'wrapped_data_key', 'users.language', 'level'])
    .executeTakeFirst()
  if (!document?.wrapped_data_key || !document.ended_at) return undefined
  const people = await readPeople(snapshot, documentId)
  return {
    key: { documentId, wrappedKey: document.wrapped_data_key },
    subscriptionId: document.subscription_id,
    senderName: document.sender_name,
    language: document.language ?? '',
    level: document.level,
    facts: {
      ...{ documentId, fileName: document.file_name, outcome: document.state, pages: document.page_count },
      ...{ sentAt: document.uploaded_at.toISOString(), endedAt: document.ended_at.toISOString() },
      revisions: await readRevisions(snapshot, documentId),
      people: people.map(({ id, role, state, stage, signerId }) => ({ id, role, state, stage, signerId })),
    },
    people,
    ...(await readLog(snapshot, documentId)),
    views: await readViews(snapshot, documentId),
    texts: await readTexts(snapshot, documentId),
    mails: await readMails(snapshot, { documentId, until: document.ended_at }),
  }
}

async function readRevisions(snapshot: Snapshot, documentId: string) {
  const rows = await snapshot
    .selectFrom('revisions')
    .where('document_id', '=', documentId)
    .select(['number', 'kind', 'digest', 'base_length', 'length', 'created_at', 'signer_id'])
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    ...{ number: row.number, kind: row.kind, sha256: row.digest.toString('hex') },
    bytes: Number(row.base_length) + Number(row.length),
    ...{ at: row.created_at.toISOString(), signerId: row.signer_id },
  }))
}

async function readLog(snapshot: Snapshot, documentId: string) {
  const events = await snapshot
    .selectFrom('audit_events')
    .where('document_id', '=', documentId)
    .select(['canonical', 'hash'])
    .orderBy('sequence')
    .execute()
  const personal = await snapshot
    .selectFrom('audit_personal_data')
    .where('document_id', '=', documentId)
    .select(['commitment', 'salt', 'value'])
    .execute()
  const opened = personal.map(({ commitment, salt, value }) => ({
    commitment: commitment.toString('hex'),
    salt: salt.toString('hex'),
    value,
  }))
  return {
    events: events.map(({ canonical, hash }) => ({ line: canonical, hash: hash.toString('hex') })),
    // In an order of their own, so that the same values make the same file.
    opened: opened.toSorted((one, other) => (one.commitment < other.commitment ? -1 : 1)),
  }
}

async function readViews(snapshot: Snapshot, documentId: string): Promise<readonly ServedPage[]> {
  const ofSigners = await snapshot
    .selectFrom('page_views')
    .innerJoin('signers', 'signers.id', 'page_views.signer_id')
    .where('signers.document_id', '=', documentId)
    // To who has signed: to a deputy, or to the person.
    .where(sql<boolean>`page_views.substitution_id is not distinct from signers.substitution_id`)
    .select(['signer_id', 'revision', 'page', 'image_digest', 'width', 'served_at'])
    // The order in which the digest of the signature's event has them.
    .orderBy(['signers.ordinal', 'signer_id', 'revision', 'page', 'image_digest'])
    .execute()
  const ofApprovers = await snapshot
    .selectFrom('approver_page_views')
    .innerJoin('approvers', 'approvers.id', 'approver_page_views.approver_id')
    .where('approvers.document_id', '=', documentId)
    .where(sql<boolean>`approver_page_views.substitution_id is not distinct from approvers.substitution_id`)
    .select(['approver_id', 'approvers.signer_id', 'revision', 'page', 'image_digest', 'width', 'served_at'])
    .orderBy(['approver_id', 'revision', 'page', 'image_digest'])
    .execute()
  return [
    ...ofSigners.map((row) => ({ signerId: row.signer_id, ...toImage(row) })),
    ...ofApprovers.map((row) => ({ approverId: row.approver_id, signerId: row.signer_id, ...toImage(row) })),
  ]
}

const toImage = (row: Pick<PageViewTable, 'revision' | 'page' | 'image_digest' | 'width'> & { served_at: Date }) => ({
  ...{ revision: row.revision, page: row.page, sha256: row.image_digest.toString('hex'), width: row.width },
  servedAt: row.served_at.toISOString(),
})

async function readTexts(snapshot: Snapshot, documentId: string) {
  const rows = await snapshot
    .selectFrom('accepted_disclaimers')
    .innerJoin('signers', 'signers.id', 'accepted_disclaimers.signer_id')
    .where('accepted_disclaimers.document_id', '=', documentId)
    // Who agreed and has not signed has agreed to nothing.
    .where('signers.state', '=', 'signed')
    .select(['signer_id', 'title', 'text', 'language', 'digest'])
    .orderBy(['signers.ordinal', 'signer_id'])
    .execute()
  return rows.map(({ signer_id: signerId, title, text, language, digest }) => ({
    ...{ signerId, title, text, language, sha256: digest.toString('hex') },
  }))
}

/** What is said later does not change the file: its stand is that of the log. */
async function readMails(
  snapshot: Snapshot,
  { documentId, until }: { documentId: string; until: Date },
): Promise<readonly MailFacts[]> {
  const rows = await snapshot
    .selectFrom('mails')
    .innerJoin('mail_answers', 'mail_answers.mail_id', 'mails.id')
    .innerJoin('mails_about as about', 'about.mail_id', 'mails.id')
    .where('about.document_id', '=', documentId)
    .where('mail_answers.at', '<=', until)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('signers').whereRef('signers.id', '=', 'about.part_id').select('id')),
        eb.exists(eb.selectFrom('approvers').whereRef('approvers.id', '=', 'about.part_id').select('id')),
      ]),
    )
    .select(['mails.id', 'mails.name', 'about.part_id', 'mails.address'])
    .select(['mail_answers.state', 'at', 'server', 'code', 'status', 'words'])
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .orderBy('about.part_id')
    .orderBy('number')
    .execute()
  const byMail = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = `${row.id} ${row.part_id}`
    byMail.set(key, [...(byMail.get(key) ?? []), row])
  }
  return [...byMail.values()].map((answers) => ({
    personId: answers[0]!.part_id,
    kind: answers[0]!.name.split('.')[0]!,
    address: answers[0]!.address,
    answers: answers.map(({ state, at, server, code, status, words }) => ({
      ...{ state, at: at.toISOString(), server, code, status, words },
    })),
  }))
}

async function readPeople(snapshot: Snapshot, documentId: string): Promise<PersonInEvidence[]> {
  const signers = await snapshot
    .selectFrom('signers')
    .leftJoin('signing_attempts', (join) =>
      join.onRef('signing_attempts.signer_id', '=', 'signers.id').on('signing_attempts.state', '=', 'signed'),
    )
    .leftJoin('certificates', 'certificates.id', 'signing_attempts.certificate_id')
    .where('signers.document_id', '=', documentId)
    .select([
      'signers.id',
      'signers.user_id',
      'signer_name',
      'signers.state',
      'stage',
      'operated_at',
      'rejection_reason',
    ])
    .select(['certificates.type', 'certificates.dn', 'certificates.serial_number', 'certificates.not_after'])
    .select([deputyOf('signers'), officeOf('signers')])
    .orderBy(['stage', 'ordinal', 'signers.id'])
    .execute()
  const approvers = await snapshot
    .selectFrom('approvers')
    .innerJoin('users', 'users.id', 'approvers.user_id')
    .innerJoin('signers', 'signers.id', 'approvers.signer_id')
    .where('approvers.document_id', '=', documentId)
    .select([
      'approvers.id',
      'approvers.user_id',
      'approvers.signer_id',
      'approvers.state',
      'users.name',
      'signers.stage',
    ])
    .select(['approvers.operated_at', 'approvers.rejection_reason', deputyOf('approvers'), officeOf('approvers')])
    .orderBy(['approvers.signer_id', 'approvers.id'])
    .execute()
  return [
    ...signers.map((row) => ({
      ...{ id: row.id, userId: row.user_id, role: 'signer' as const, name: row.signer_name, stage: row.stage },
      ...{ state: row.state, at: momentOf(row.operated_at, row.state), signerId: null, reason: row.rejection_reason },
      deputy: toDeputy(row),
      certificate:
        row.dn === null || row.not_after === null
          ? null
          : {
              ...{ type: row.type ?? '', subject: row.dn, serialNumber: row.serial_number ?? '' },
              notAfter: row.not_after.toISOString(),
            },
    })),
    ...approvers.map((row) => ({
      ...{ id: row.id, userId: row.user_id, role: 'approver' as const, name: row.name, stage: row.stage },
      ...{ state: row.state, at: momentOf(row.operated_at, row.state), signerId: row.signer_id },
      ...{ reason: row.rejection_reason, deputy: toDeputy(row), certificate: null },
    })),
  ]
}

type OfficeInEvidence = Omit<DeputyInEvidence, 'name'>

const officeOf = (part: 'signers' | 'approvers') =>
  sql
    .raw<OfficeInEvidence | null>(
      `(select jsonb_build_object('formula', formula, 'mandate', case when mandate_id is not null then
          jsonb_build_object('fileName', mandate_name, 'digest', encode(mandate_digest, 'hex')) end)
        from substitutions where substitutions.id = ${part}.substitution_id)`,
    )
    .as('office')

const toDeputy = ({ deputy, office }: { readonly deputy: string | null; readonly office: OfficeInEvidence | null }) =>
  deputy === null ? null : { name: deputy, ...(office ?? { formula: '', mandate: null }) }

/** Who was cancelled or taken off has not acted. */
const momentOf = (at: Date | null, state: string): string | null =>
  at === null || state === 'cancelled' || hasLeft(state) ? null : at.toISOString()
