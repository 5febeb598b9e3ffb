import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type {
  Contact,
  ContactChange,
  ContactQuery,
  ContactStore,
  NewContact,
  Recipient,
} from '../../../modules/contacts/ports.ts'
import type { Owner } from '../../../modules/owner.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { holderOf } from '../guests/known-address.ts'
import { isOf, takeTurns } from '../uploads/upload-store.ts'
import { contactExists, insertContact, settlePerson } from './insert-contact.ts'
import { isSought, peopleOfContacts, recipientColumns } from './recipient-columns.ts'
import { recentRecipients } from './recent-recipients.ts'

/** Contacts in PostgreSQL; every statement says whose. */
export class DatabaseContactStore implements ContactStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  list(owner: Owner, { text, after, most }: ContactQuery): Promise<Contact[]> {
    const isAfter = after
      ? sql<boolean>`(lower(coalesce(people.name, kept.name)), kept.id) > (${after.key}, ${after.id}::uuid)`
      : sql<boolean>`true`
    return this.read(owner, sql`${isSought(text)} and ${isAfter}`, most)
  }

  async find(owner: Owner, id: string): Promise<Contact | undefined> {
    const [found] = await this.read(owner, sql`kept.id = ${id}::uuid`, 1)
    return found
  }

  private async read(owner: Owner, condition: RawBuilder<unknown>, most: number): Promise<Contact[]> {
    const { rows } = await sql<Contact>`
      select kept.id, kept.created_at as "createdAt", lower(coalesce(people.name, kept.name)) as key,
        ${recipientColumns(owner.subscriptionId)}
      from (select * from contacts where ${isOf(owner)}) as kept ${peopleOfContacts(owner.subscriptionId)}
      where ${condition}
      order by lower(coalesce(people.name, kept.name)), kept.id
      limit ${most}`.execute(this.database)
    return rows
  }

  insert(owner: Owner, { who, end, ...contact }: NewContact): Promise<void> {
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'contacts', owner)
      await insertContact(transaction, owner, { ...contact, who: await settlePerson(transaction, owner, who) })
      if (end) await finishRequest(transaction, end)
    })
  }

  change(owner: Owner, id: string, { name, email, phone, language }: ContactChange): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'contacts', owner)
      if (email !== undefined) await refuseTaken(transaction, owner, { id, email })
      const changed = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
        ...(language !== undefined && { language }),
      }
      const own = transaction
        .selectFrom('contacts')
        .where(isOf(owner))
        .where('id', '=', id)
        .where('email', 'is not', null)
        // Whoever has an account says themselves who they are.
        .where(sql<boolean>`${holderOf(owner.subscriptionId, sql`contacts.email`)} is null`)
      const row = await own.select('id').forUpdate().executeTakeFirst()
      if (row && Object.keys(changed).length > 0) {
        await transaction.updateTable('contacts').set(changed).where('id', '=', row.id).execute()
      }
      return row !== undefined
    })
  }

  delete(owner: Owner, id: string, at: Date): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'contacts', owner)
      await sql`
        update contact_groups set changes = changes + 1, updated_at = ${at}
        where id in (select group_id from contact_group_members join contacts on contacts.id = contact_id
          where contacts.id = ${id}::uuid and ${isOwnContact(owner)})`.execute(transaction)
      const row = await transaction
        .deleteFrom('contacts')
        .where(isOf(owner))
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    })
  }

  recent(owner: Owner, query: { readonly text: string; readonly most: number }): Promise<Recipient[]> {
    return recentRecipients(this.database, owner, query)
  }
}

/** @throws {PortalError} CONTACT_EXISTS for an address that another contact has */
async function refuseTaken(
  transaction: Transaction<Schema>,
  owner: Owner,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const other = await transaction
    .selectFrom('contacts')
    .where(isOf(owner))
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()
  if (other) throw contactExists(other.id)
}

const isOwnContact = (owner: Owner) => sql<boolean>`contacts.id in (select id from contacts where ${isOf(owner)})`
