import type { Kysely } from 'kysely'
import type { Disclaimer, DisclaimerStore } from '../../../modules/disclaimers/ports.ts'
import type { CompletedSignature } from '../../../modules/signing/ports.ts'
import type { Schema } from '../schema.ts'
import type { SignerTable } from './document-schema.ts'
import { wasCalled } from './was-called.ts'

/** What senders want agreed to, in PostgreSQL. */
export class DatabaseDisclaimerStore implements DisclaimerStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async ofSigner(userId: string, signerId: string): Promise<Disclaimer | null | undefined> {
    const row = await this.database
      .selectFrom('signers')
      .where('id', '=', signerId)
      .where('user_id', '=', userId)
      .where(wasCalled)
      .select(['disclaimer_title', 'disclaimer_text'])
      .executeTakeFirst()
    return row && ownDisclaimer(row)
  }
}

/** The sender's own text, as a signer's row has it. */
export const ownDisclaimer = (row: Pick<SignerTable, 'disclaimer_title' | 'disclaimer_text'>): Disclaimer | null =>
  row.disclaimer_text === null ? null : { title: row.disclaimer_title ?? '', text: row.disclaimer_text }

/** Keeps what was agreed to with the signature that it was for. */
export async function insertAcceptedDisclaimer(
  transaction: Kysely<Schema>,
  { signerId, documentId, subscriptionId, acceptedDisclaimer }: CompletedSignature,
): Promise<void> {
  if (!acceptedDisclaimer) return
  const { title, text, language, digest, at } = acceptedDisclaimer
  await transaction
    .insertInto('accepted_disclaimers')
    .values({
      signer_id: signerId,
      document_id: documentId,
      subscription_id: subscriptionId,
      title,
      text,
      language,
      digest: Buffer.from(digest, 'hex'),
      accepted_at: new Date(at),
    })
    .execute()
}
