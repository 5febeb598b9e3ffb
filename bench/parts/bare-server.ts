/**
 * A server without any framework: node:http, and pg with prepared statements. It verifies the token's signature and
 * asks the database whether the token was revoked and its person is still active. DATABASE_URL says where; its address
 * goes to the parent process.
 */
import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

/** @returns what is answered as JSON. */
type AnswerFor = (userId: string, query: URLSearchParams) => Promise<object>

interface TokenKey {
  readonly id: string
  readonly public_jwk: JsonWebKey
}

async function readKeys(): Promise<Map<string, KeyObject>> {
  const { rows } = await pool.query<TokenKey>('select id, public_jwk from token_keys')
  return new Map(rows.map(({ id, public_jwk }) => [id, createPublicKey({ key: public_jwk, format: 'jwk' })]))
}

const keys = await readKeys()

const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Record<string, string>

/** The person of a token, or undefined when it is not ours, over, or revoked. */
async function personOf(authorization = ''): Promise<string | undefined> {
  const [header, payload, signature] = authorization.slice('Bearer '.length).split('.')
  const key = keys.get(decode(header)['kid'] ?? '')
  if (!key) return undefined
  const isOurs = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  const claims = decode(payload)
  if (!isOurs || Number(claims['exp']) * 1000 < Date.now()) return undefined
  const { rows } = await pool.query<{ current: boolean }>({
    name: 'current',
    text: `select exists(select 1 from users where id = $1::uuid and active)
      and not exists(select 1 from revoked_tokens where id = $2) as current`,
    values: [claims['sub'], claims['jti']],
  })
  return rows[0]?.current ? claims['sub'] : undefined
}

async function answer(
  response: ServerResponse,
  { url, authorization, answerFor }: { url: string; authorization: string | undefined; answerFor: AnswerFor },
): Promise<void> {
  const userId = await personOf(authorization)
  if (userId === undefined) {
    response.writeHead(401).end()
    return
  }
  const text = JSON.stringify(await answerFor(userId, new URL(url, 'http://localhost').searchParams))
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
  response.writeHead(200, headers).end(text)
}

/** Answers every address, to whoever has a token. */
export function serveBare(answerFor: AnswerFor): void {
  const server = createServer(({ url = '', headers: { authorization } }, response) => {
    answer(response, { url, authorization, answerFor }).catch(() => response.writeHead(500).end())
  }).listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
}
