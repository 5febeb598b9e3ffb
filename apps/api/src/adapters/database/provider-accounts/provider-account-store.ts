import type { Kysely } from 'kysely'
import type { ConnectorState } from '@rubrica/providers/connector'
import type {
  AccountKey,
  AccountStore,
  KeptAccount,
  LinkedAccount,
  ListedCertificate,
} from '../../../modules/provider-accounts/ports.ts'
import { wrappedKeyVersion, type ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import { replaceCertificates } from './replace-listed-certificates.ts'
import type { Schema } from '../schema.ts'

/** What the state of an account is bound to. */
export const accountBinding = ({ userId, provider }: AccountKey): string => `provider-account:${userId}:${provider}`

/** How often a state is sealed anew because the server keys changed between reading and writing. */
const TRIES = 3

/** Accounts at providers in PostgreSQL, their states sealed under the server's key. */
export class DatabaseAccountStore implements AccountStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async find(key: AccountKey): Promise<KeptAccount | undefined> {
    const row = await this.read(key)
    if (!row) return undefined
    let current = await this.open(key, row.sealed_state)
    const keep = async (state: ConnectorState, replaced?: ConnectorState): Promise<void> => {
      const known = replaced ? [current, JSON.stringify(replaced)] : [current]
      if (await this.replaceState(key, known, state)) current = JSON.stringify(state)
    }
    return { label: row.label, state: JSON.parse(current) as ConnectorState, keep }
  }

  async link(account: LinkedAccount, certificates: readonly ListedCertificate[]): Promise<void> {
    const sealed = await this.seal(account, JSON.stringify(account.state))
    const values = { label: account.label, ...sealed, linked_at: account.at, synchronised_at: account.at }
    await inTransaction(this.database, async (transaction) => {
      await transaction
        .insertInto('provider_accounts')
        .values({ user_id: account.userId, provider: account.provider, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(values))
        .execute()
      await replaceCertificates(transaction, account, { certificates, at: account.at })
    })
  }

  async synchronise(
    key: Parameters<AccountStore['synchronise']>[0],
    certificates: readonly ListedCertificate[],
    at: Date,
  ): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      // The row is the lock of everything that belongs to the account.
      const account = await transaction
        .updateTable('provider_accounts')
        .set({ synchronised_at: at })
        .where('user_id', '=', key.userId)
        .where('provider', '=', key.provider)
        .where('label', '=', key.label)
        .returning('provider')
        .executeTakeFirst()
      if (account) await replaceCertificates(transaction, key, { certificates, at })
      return account !== undefined
    })
  }

  async remove(key: AccountKey, at: Date): Promise<void> {
    await inTransaction(this.database, async (transaction) => {
      for (const table of ['provider_accounts', 'provider_steps'] as const) {
        await transaction
          .deleteFrom(table)
          .where('user_id', '=', key.userId)
          .where('provider', '=', key.provider)
          .execute()
      }
      await replaceCertificates(transaction, key, { certificates: [], at })
    })
  }

  private read({ userId, provider }: AccountKey) {
    return this.database
      .selectFrom('provider_accounts')
      .select(['label', 'sealed_state'])
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst()
  }

  /** Replaces one of the states that are known. @returns false when it is another one by now, or gone */
  private async replaceState(key: AccountKey, known: readonly string[], state: ConnectorState): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries++) {
      const row = await this.read(key)
      if (!row || !known.includes(await this.open(key, row.sealed_state))) return false
      const replaced = await this.database
        .updateTable('provider_accounts')
        .set(await this.seal(key, JSON.stringify(state)))
        .where('user_id', '=', key.userId)
        .where('provider', '=', key.provider)
        .where('sealed_state', '=', row.sealed_state)
        .returning('provider')
        .executeTakeFirst()
      if (replaced) return true
    }
    return false
  }

  private async seal(key: AccountKey, text: string) {
    const sealed = await this.serverKeys.wrap(Buffer.from(text), accountBinding(key))
    return { sealed_state: Buffer.from(sealed), server_key_version: wrappedKeyVersion(sealed) }
  }

  private async open(key: AccountKey, sealed: Uint8Array): Promise<string> {
    return Buffer.from(await this.serverKeys.unwrap(sealed, accountBinding(key))).toString('utf8')
  }
}
