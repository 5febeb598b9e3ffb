/** Tokens of Ana that do not count, tokens of every scope there is, and those of somebody else. */
import { SignJWT, generateKeyPair } from 'jose'
import { SCOPES } from '@rubrica/contract'
import type { Scene } from '@rubrica/testing'
import { DatabaseTokenRecords } from '../../../src/adapters/database/sessions/token-key-store.ts'
import { JwtTokens } from '../../../src/adapters/tokens/jwt-tokens.ts'
import { openFoundation } from '../../../src/compose/foundation.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { TokenClaims } from '../../../src/modules/sessions/ports.ts'

export interface IssuedTokens {
  /** Headers that no call accepts, by what is wrong with them. */
  readonly invalid: Readonly<Record<string, string | undefined>>
  /** Tokens that count, by what they are for. */
  readonly tokens: Readonly<Record<string, string>>
  /** A fresh session of Biel's, who is a stranger to everything of Ana's. */
  readonly bielsToken: () => Promise<string>
  readonly close: () => PromiseLike<void>
}

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }
export const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }

async function openIssuer({ portal }: Scene) {
  const { database, dataDir, serverKeyFile } = portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  const foundation = await openFoundation({ config, role: 'tool' })
  const { serverKeys } = foundation
  const records = new DatabaseTokenRecords(foundation.database)
  const issue = async (claims: TokenClaims, now = () => new Date()) =>
    (await new JwtTokens({ records, serverKeys, now }).issue(claims)).token
  return { issue, close: () => foundation[Symbol.asyncDispose]() }
}

export async function issueTokens(scene: Scene): Promise<IssuedTokens> {
  const { issue, close } = await openIssuer(scene)
  const database = scene.portal.server.database!
  const { ana, biel } = scene.people
  const claims = { subject: ana.userId, kind: 'person', legalId: ana.legalId, scope: SCOPES.portal } as const
  const recovery = { subject: ana.userId, kind: 'person', scope: SCOPES.recovery } as const
  const withdrawn = await issue(claims)
  await database.query(`insert into revoked_tokens (id, expires_at) values ($1, now() + interval '1 hour')`, [
    payloadOf(withdrawn).sid,
  ])
  const { privateKey } = await generateKeyPair('ES256')
  const forgery = new SignJWT({ kind: 'person', legalid: ana.legalId, scope: SCOPES.portal })
    .setProtectedHeader({ alg: 'ES256', kid: headerOf(ana.token).kid })
    .setIssuer('rubrica')
    .setSubject(ana.userId)
    .setJti(crypto.randomUUID())
    .setExpirationTime('30m')
  const nothing = Buffer.from(JSON.stringify({ alg: 'none', kid: headerOf(ana.token).kid })).toString('base64url')
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const program = { subject: 'scene', kind: 'client', subscriptionId: crypto.randomUUID() } as const
  const bielsToken = async () => {
    const [row] = await database.query<{ generation: number }>(
      'select token_generation as generation from users where id = $1',
      [biel.userId],
    )
    return issue({ ...claims, subject: biel.userId, legalId: biel.legalId, generation: row!.generation })
  }
  return {
    close,
    bielsToken,
    invalid: {
      nobody: undefined,
      garbage: 'Bearer x.y.z',
      'malformed key': 'Bearer rbk_x',
      'unknown key': `Bearer rbk_${'0'.repeat(32)}_${'A'.repeat(43)}`,
      basic: `Basic ${Buffer.from('portal:').toString('base64')}`,
      expired: `Bearer ${await issue(claims, anHourAgo)}`,
      'expired program': `Bearer ${await issue({ ...program, scope: SCOPES.sender }, anHourAgo)}`,
      'expired recovery': `Bearer ${await issue({ ...recovery, recovery: { may: 'set' } }, anHourAgo)}`,
      withdrawn: `Bearer ${withdrawn}`,
      'closed program': `Bearer ${await issue({ ...program, subject: 'gone', scope: SCOPES.sender })}`,
      forged: `Bearer ${await forgery.sign(privateKey)}`,
      unsigned: `Bearer ${nothing}.${ana.token.split('.')[1]!}.`,
    },
    tokens: {
      portal: ana.token,
      asking: await issue({ ...recovery, recovery: { may: 'ask', loginName: 'ana' } }),
      mailed: await issue({ ...recovery, recovery: { may: 'set' } }),
      halfWay: await issue({ ...claims, scope: SCOPES.factor }),
      sender: scene.senderToken,
      logIn: scene.logInToken,
      sends: await issue({ ...program, scope: SCOPES.send }),
      reads: await issue({ ...program, scope: SCOPES.read }),
      manages: await issue({ ...program, scope: SCOPES.manage }),
      keepsTemplates: await issue({ ...program, scope: SCOPES.templates }),
      keepsContacts: await issue({ ...program, scope: SCOPES.contacts }),
      'program with the scope of people': await issue({ ...program, scope: SCOPES.portal }),
      'person with the scope of senders': await issue({ ...claims, scope: SCOPES.sender }),
      'person with the scope of programs that log in': await issue({ ...claims, scope: SCOPES.logIn }),
      'scope of nothing': await issue({ ...claims, scope: 'csc' }),
      'recovery for nothing': await issue(recovery),
    },
  }
}
