import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewInvitation } from '../../../modules/guests/ports.ts'
import type { RequestEnd } from '../../../modules/keyed-requests.ts'
import type {
  LinkLimits,
  LinkRefusal,
  LinkState,
  LinkStore,
  NewLink,
  SigningLink,
} from '../../../modules/signing-links/ports.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { isOpenAt, lockDocumentOfSigner } from '../documents/lock-document.ts'
import { putInvitation } from '../guests/invitation-store.ts'
import { lacksLegalId } from '../guests/stated-legal-id.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isManagedBy } from '../sending/sent-by.ts'

/** A signer who can act now, or is at it. */
const AWAITED: readonly string[] = ['pending', 'signing']

/** Links for signers, in PostgreSQL: only hashes of what opens them. */
export class DatabaseLinkStore implements LinkStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  add(link: NewLink, limits: LinkLimits, end?: RequestEnd): Promise<'kept' | LinkRefusal> {
    return inTransaction(this.database, async (transaction) => {
      const refusal = await judge(transaction, link, limits)
      if (refusal) return refusal
      await transaction
        .updateTable('signing_links')
        .set({ voided_at: link.createdAt })
        .where('signer_id', '=', link.signerId)
        .where('client_id', '=', link.client.clientId)
        .where('voided_at', 'is', null)
        .where('opened_at', 'is', null)
        .execute()
      await transaction
        .insertInto('signing_links')
        .values({
          ...{ id: link.id, client_id: link.client.clientId, signer_id: link.signerId },
          ...{ secret_digest: link.secretDigest, return_url: link.returnUrl },
          ...{ created_at: link.createdAt, expires_at: link.expiresAt },
        })
        .execute()
      if (end) await finishRequest(transaction, end)
      return 'kept'
    })
  }

  open(
    secretDigest: Buffer,
    at: Date,
    invitationFor: (signerId: string) => NewInvitation,
  ): Promise<SigningLink | undefined> {
    return inTransaction(this.database, async (transaction) => {
      const known = await findLink(transaction, secretDigest)
      const document = known && (await lockDocumentOfSigner(transaction, known.signer_id))
      // Read again: whoever was first has used it up meanwhile.
      const row = document && (await findLink(transaction, secretDigest))
      if (!row) return undefined
      const link = toLink(row, { at, isOpen: isOpenAt(document, at) })
      if (link.state !== 'open') return link
      await transaction.updateTable('signing_links').set({ opened_at: at }).where('id', '=', link.id).execute()
      if (link.person.isGuest) await putInvitation(transaction, invitationFor(link.signerId))
      const facts = { signerId: link.signerId, linkId: link.id, clientId: row.client_id }
      const { documentId } = link
      const entry = { documentId, subscriptionId: row.subscription_id, type: 'signing-link-opened', at, facts } as const
      await appendAuditEvent(transaction, entry)
      return link
    })
  }

  /** Pages of which origins may show this link in a frame; none for a link that is not there. */
  async frameOriginsOf(linkId: string): Promise<readonly string[]> {
    const row = await this.database
      .selectFrom('signing_links')
      .innerJoin('clients', 'clients.id', 'signing_links.client_id')
      .where('signing_links.id', '=', linkId)
      .where('clients.active', '=', true)
      .select('frame_origins')
      .executeTakeFirst()
    return row?.frame_origins ?? []
  }
}

async function judge(
  transaction: Transaction<Schema>,
  { client, documentId, signerId, mayReturn, createdAt }: NewLink,
  { since, most }: LinkLimits,
): Promise<LinkRefusal | undefined> {
  const document = await transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .where(isManagedBy({ ...client, userId: null }))
    .select(['id', 'state', 'deadline'])
    .forUpdate()
    .executeTakeFirst()
  if (!document) return 'document-unknown'
  const signer = await transaction
    .selectFrom('signers')
    .where('id', '=', signerId)
    .where('document_id', '=', document.id)
    .select('state')
    .executeTakeFirst()
  if (!signer) return 'signer-unknown'
  // Last of what the request itself says: a stranger hears of no document before.
  if (!mayReturn) return 'return-unknown'
  if (!isOpenAt(document, createdAt)) return 'document-over'
  if (!AWAITED.includes(signer.state)) return 'signer-not-awaited'
  const { made } = await transaction
    .selectFrom('signing_links')
    .where('signer_id', '=', signerId)
    .where('created_at', '>', since)
    .select((eb) => eb.fn.countAll<string>().as('made'))
    .executeTakeFirstOrThrow()
  return Number(made) >= most ? 'too-many' : undefined
}

/** A link whose program may still make some. */
function findLink(transaction: Transaction<Schema>, secretDigest: Buffer) {
  return transaction
    .selectFrom('signing_links')
    .innerJoin('clients', 'clients.id', 'signing_links.client_id')
    .innerJoin('signers', 'signers.id', 'signing_links.signer_id')
    .innerJoin('users', 'users.id', 'signers.user_id')
    .where('signing_links.secret_digest', '=', secretDigest)
    .where('clients.active', '=', true)
    .where(sql<boolean>`clients.scopes && '{documents,documents:manage}'`)
    .where('users.active', '=', true)
    .select(['signing_links.id', 'client_id', 'signer_id', 'return_url', 'opened_at', 'voided_at', 'expires_at'])
    .select(['clients.name as program_name', 'frame_origins', 'signers.document_id', 'signers.subscription_id'])
    .select(['signers.state', 'users.id as user_id', 'users.legal_id', 'token_generation', lacksLegalId.as('is_guest')])
    .executeTakeFirst()
}

type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>

interface Moment {
  readonly at: Date
  /** The document is. */
  readonly isOpen: boolean
}

function stateOf(row: LinkRow, { at, isOpen }: Moment): LinkState {
  if (row.opened_at !== null) return 'used'
  if (!isOpen || !AWAITED.includes(row.state)) return 'over'
  if (row.voided_at !== null) return 'void'
  return row.expires_at <= at ? 'expired' : 'open'
}

const toLink = (row: LinkRow, moment: Moment): SigningLink => ({
  id: row.id,
  state: stateOf(row, moment),
  documentId: row.document_id,
  signerId: row.signer_id,
  programName: row.program_name,
  returnUrl: row.return_url,
  frameOrigins: row.frame_origins,
  person: {
    userId: row.user_id,
    legalId: row.legal_id,
    tokenGeneration: row.token_generation,
    isGuest: row.is_guest,
  },
})
