import { isDeepStrictEqual } from 'node:util'
import type { VerificationLevel } from '@rubrica/domain/verification-code'
import type { Kysely } from 'kysely'
import type { Watcher } from '../../../modules/sending/ports.ts'
import type { CodeChange, ManagedCodes } from '../../../modules/verification/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { isManagedBy, isSeenBy } from '../sending/sent-by.ts'
import type { Schema } from '../schema.ts'
import { makeCode } from './verification-code-store.ts'

/** Codes as senders see and change them. @param standard what is told where nothing is said of a document or its subscription */
export function openManagedCodes(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  standard: VerificationLevel,
): ManagedCodes {
  return {
    show: async (watcher, documentId, make) => {
      const seen = await database
        .selectFrom('documents')
        .where('id', '=', documentId)
        .where(isSeenBy(watcher))
        .select('id')
        .executeTakeFirst()
      if (!seen) return undefined
      const kept = await makeCode(database, serverKeys, { documentId: seen.id, make })
      return (
        kept && {
          ...{ code: kept.code, level: kept.level ?? standard },
          ...{ withdrawn: kept.isWithdrawn, isOff: kept.isOff, asksHolder: kept.asksHolder },
        }
      )
    },
    change: (watcher, documentId, change) => commitChange(database, watcher, { ...change, documentId }),
  }
}

function commitChange(
  database: Kysely<Schema>,
  watcher: Watcher,
  { documentId, level, withdrawn, asksHolder, at }: CodeChange & { readonly documentId: string; readonly at: Date },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const document = await transaction
      .selectFrom('documents')
      .where('id', '=', documentId)
      .where(isManagedBy(watcher))
      .select(['id', 'subscription_id'])
      .forUpdate()
      .executeTakeFirst()
    if (!document) return false
    const before = await transaction
      .selectFrom('verification_codes')
      .where('document_id', '=', document.id)
      .select(['level', 'withdrawn_at', 'asks_holder'])
      .executeTakeFirstOrThrow()
    const was = {
      ...{ level: before.level, withdrawn: before.withdrawn_at !== null },
      asksHolder: before.asks_holder,
    }
    const after = {
      ...{ level: level ?? was.level, withdrawn: withdrawn ?? was.withdrawn },
      asksHolder: asksHolder ?? was.asksHolder,
    }
    if (isDeepStrictEqual(after, was)) return true
    await transaction
      .updateTable('verification_codes')
      .where('document_id', '=', document.id)
      .set({
        ...{ level: after.level, asks_holder: after.asksHolder },
        withdrawn_at: after.withdrawn ? (before.withdrawn_at ?? at) : null,
      })
      .execute()
    await appendAuditEvent(transaction, {
      ...{ documentId: document.id, subscriptionId: document.subscription_id, type: 'verification-changed', at },
      facts: {
        ...{ clientId: watcher.clientId, ...(watcher.userId !== null && { userId: watcher.userId }) },
        ...{ 'level.before': was.level, 'level.after': after.level },
        ...{ 'withdrawn.before': was.withdrawn, 'withdrawn.after': after.withdrawn },
        ...{ 'asksHolder.before': was.asksHolder, 'asksHolder.after': after.asksHolder },
      },
    })
    return true
  })
}
