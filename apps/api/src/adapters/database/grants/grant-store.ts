import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type {
  Advance,
  Grant,
  GrantStore,
  ChallengeMethod,
  HashAlgorithm,
  NewGrant,
  ReadPhase,
} from '../../../modules/grants/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { openWithSecret, sealUnderSecret } from '../../grants/seal-under-secret.ts'
import type { GrantTable } from './grant-schema.ts'
import type { Schema } from '../schema.ts'

/** What a waiting key is bound to. */
export const grantBinding = (id: string): string => `authorisation:${id}`

/** Secrets are 32 random bytes or a random GUID, so a plain hash is enough. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(`rubrica-authorisation:${secret}`).digest()

const toBuffers = (bytes: readonly Uint8Array[]): Buffer[] => bytes.map((one) => Buffer.from(one))

/** As one parameter; an array elsewhere is taken for a list of them. */
const isStill = (hashes: readonly Uint8Array[]) => sql<boolean>`hashes = ${toBuffers(hashes)}::bytea[]`

/** Grants in PostgreSQL; a waiting key lies under its secret and the server's key. */
export class DatabaseGrantStore implements GrantStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async insert({ id, challenge, ...wish }: NewGrant): Promise<void> {
    await this.database
      .insertInto('grants')
      .values({
        id,
        client_id: wish.clientId,
        kind: wish.kind,
        phase: 'asked',
        redirect_uri: wish.redirectUri,
        redirect_named: wish.redirectNamed,
        state: wish.state,
        certificate_types: [...wish.certificateTypes],
        wanted_certificate_id: wish.wantedCertificateId,
        certificate_id: null,
        hashes: toBuffers(wish.hashes),
        hash_algorithm: wish.hashAlgorithm,
        further: wish.further,
        description: wish.description,
        code_challenge: challenge?.value ?? null,
        code_challenge_method: challenge?.method ?? null,
        user_id: null,
        token_generation: null,
        secret_hash: null,
        code_hash: null,
        sealed_key: null,
        created_at: wish.createdAt,
        expires_at: wish.expiresAt,
      })
      .execute()
  }

  async find(id: string, at: Date): Promise<Grant | undefined> {
    const row = await this.living(at).where('grants.id', '=', id).executeTakeFirst()
    return row && toGrant(row)
  }

  async findBySecret(secret: string, at: Date): Promise<Grant | undefined> {
    const row = await this.living(at).where('grants.secret_hash', '=', hashOf(secret)).executeTakeFirst()
    return row && toGrant(row)
  }

  async openKey({ id, sealedKey }: Grant, secret: string): Promise<Uint8Array> {
    const binding = grantBinding(id)
    return openWithSecret(await this.serverKeys.unwrap(sealedKey!, binding), secret, binding)
  }

  async advance(from: ReadPhase, to: Advance): Promise<boolean> {
    const { key, secret } = to
    const row = await this.database
      .updateTable('grants')
      .set({
        phase: to.phase,
        expires_at: to.expiresAt,
        secret_hash: hashOf(secret),
        ...(to.isCode && { code_hash: hashOf(secret) }),
        ...(to.userId !== undefined && {
          user_id: to.userId,
          token_generation: to.tokenGeneration ?? generationOf(to.userId),
        }),
        ...(to.certificateId !== undefined && { certificate_id: to.certificateId }),
        ...(to.hashes !== undefined && { hashes: toBuffers(to.hashes), further: to.further ?? 0 }),
        ...(key !== undefined && { sealed_key: await this.seal(from.id, secret, key) }),
      })
      .where('id', '=', from.id)
      .where('phase', '=', from.phase)
      .$if(from.secret !== undefined, (query) => query.where('secret_hash', '=', hashOf(from.secret!)))
      .$if(from.hashes !== undefined, (query) => query.where(isStill(from.hashes!)))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async spend({ id, hashes }: Grant, left: readonly Uint8Array[]): Promise<boolean> {
    const isOver = left.length === 0
    const row = await this.database
      .updateTable('grants')
      .set({ hashes: toBuffers(left) })
      .$if(isOver, (query) =>
        query.set({
          phase: sql`case when further > 0 then phase else 'ended' end`,
          sealed_key: sql`case when further > 0 then sealed_key end`,
        }),
      )
      .where('id', '=', id)
      .where('phase', '=', 'granted')
      .where(isStill(hashes))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async keepKey({ id, phase }: Grant, secret: string, key: Uint8Array): Promise<void> {
    await this.database
      .updateTable('grants')
      .set({ sealed_key: await this.seal(id, secret, key) })
      .where('id', '=', id)
      .where('phase', '=', phase)
      .where('secret_hash', '=', hashOf(secret))
      .execute()
  }

  async endByCode(code: string): Promise<boolean> {
    const row = await this.end()
      .where('code_hash', '=', hashOf(code))
      .where('phase', '<>', 'ended')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async endBySecret(secret: string, clientId: string): Promise<void> {
    await this.end()
      .where('secret_hash', '=', hashOf(secret))
      .where('client_id', '=', clientId)
      .where('phase', '=', 'granted')
      .execute()
  }

  private end() {
    return this.database.updateTable('grants').set({ phase: 'ended', sealed_key: null })
  }

  /** Those whose client and person still count, and whose person has the password that they had, and may keep it. */
  private living(at: Date) {
    return this.database
      .selectFrom('grants')
      .innerJoin('clients', 'clients.id', 'grants.client_id')
      .leftJoin('users', 'users.id', 'grants.user_id')
      .where('clients.active', '=', true)
      .where(sql<boolean>`'csc' = any(clients.scopes)`)
      .where('grants.expires_at', '>', at)
      .where('grants.phase', '<>', 'ended')
      .where(
        sql<boolean>`(grants.user_id is null
          or users.active and not users.must_reset_password
            and users.token_generation = grants.token_generation)`,
      )
      .selectAll('grants')
  }

  private async seal(id: string, secret: string, key: Uint8Array): Promise<Buffer> {
    const binding = grantBinding(id)
    return Buffer.from(await this.serverKeys.wrap(sealUnderSecret(key, secret, binding), binding))
  }
}

const generationOf = (userId: string) => sql<number>`(select token_generation from users where id = ${userId})`

function toGrant(row: Selectable<GrantTable>): Grant {
  return {
    id: row.id,
    kind: row.kind,
    phase: row.phase,
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    redirectNamed: row.redirect_named,
    state: row.state,
    certificateTypes: row.certificate_types,
    wantedCertificateId: row.wanted_certificate_id,
    certificateId: row.certificate_id,
    hashes: row.hashes,
    hashAlgorithm: row.hash_algorithm as HashAlgorithm | null,
    further: row.further,
    description: row.description,
    challenge:
      row.code_challenge === null
        ? null
        : { value: row.code_challenge, method: row.code_challenge_method as ChallengeMethod },
    userId: row.user_id,
    expiresAt: row.expires_at,
    sealedKey: row.sealed_key,
  }
}
