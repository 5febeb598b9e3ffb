/**
 * The list of pending documents without any framework, the peer of the benchmark: node:http, pg with prepared
 * statements, and SQL written by hand. It verifies the token's signature and asks the database whether the token was
 * revoked and its person is still active. DATABASE_URL says where; its address goes to the parent process.
 */
import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

interface TokenKey {
  readonly id: string
  readonly public_jwk: JsonWebKey
}

interface Row {
  readonly total: string
  readonly id: string | null
  readonly document_id: string
  readonly file_name: string
  readonly upload_time: Date
  readonly tag: string
  readonly sender_name: string
  readonly description: string
  readonly deadline: Date | null
  readonly integrity: string | null
  readonly signer_name: string
  readonly reason: string | null
  readonly legal_id_type: string
  readonly read_all: boolean
  readonly has_attachment: boolean
  readonly display: boolean
  readonly certificate_id: string | null
  readonly certificate_alias: string | null
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

const PENDING = `user_id = $1 and state in ('pending', 'signing')`

const PAGE = 'order by folded_file_name, id limit $2 offset $3'

const listSql = (steps: string) => `
  with ${steps}
  select total.total, s.id, s.document_id, s.file_name, s.upload_time, s.tag, s.sender_name, s.description,
    s.signer_name, s.reason, s.read_all, s.has_attachment, s.certificate_id, s.certificate_alias, u.legal_id_type,
    d.deadline, v.integrity,
    s.disclaimer_text is not null
      or exists(select 1 from signature_fields f where f.signer_id = s.id and f.ordinal > 0) as display
  from total left join (chosen join signers s using (id) join users u on u.id = s.user_id
    join documents d on d.id = s.document_id
    left join revisions r on r.document_id = d.id and r.number = d.current_revision
    left join document_validations v on v.document_id = d.id and v.digest = r.digest) on true
  order by s.folded_file_name, s.id`

const ALL = listSql(`total as (select count(*) as total from signers where ${PENDING}),
  chosen as (select id from signers where ${PENDING} ${PAGE})`)

/** Each row is compared with the filter once. */
const FILTERED = listSql(`matching as materialized (
    select id, folded_file_name from signers where ${PENDING} and folded_file_name like $4),
  total as (select count(*) as total from matching),
  chosen as (select id from matching ${PAGE})`)

const toItem = (row: Row) => ({
  DocGUI: row.document_id,
  FileName: row.file_name,
  UploadTime: row.upload_time.toISOString(),
  Tag: row.tag,
  SenderName: row.sender_name,
  Description: row.description,
  Deadline: row.deadline?.toISOString() ?? null,
  Integrity: row.integrity,
  SignerDTO: {
    SignerGUID: row.id,
    SignerGUI: row.id,
    SignerName: row.signer_name,
    SignatureReason: row.reason,
    TypeOfID: row.legal_id_type,
    ReadAll: row.read_all,
    HasAttachment: row.has_attachment,
    DisclaimerInfo: { Display: row.display },
    CentralizedCertificateInfo: row.certificate_id && { Guid: row.certificate_id, Alias: row.certificate_alias },
  },
})

async function listFor(userId: string, query: URLSearchParams): Promise<object> {
  const number = Number(query.get('PageNumber'))
  const size = Number(query.get('PageSize'))
  const name = query.get('FileName')
  const values = [userId, size, (number - 1) * size]
  const { rows } = await pool.query<Row>(
    name === null
      ? { name: 'list', text: ALL, values }
      : { name: 'filtered', text: FILTERED, values: [...values, `%${name.toLowerCase()}%`] },
  )
  const count = Number(rows[0]?.total)
  return {
    List: rows.filter(({ id }) => id !== null).map(toItem),
    Count: count,
    TotalPages: Math.ceil(count / size),
    PageNumber: number,
    PageSize: size,
  }
}

async function answer(url: string, authorization: string | undefined, response: ServerResponse): Promise<void> {
  const userId = await personOf(authorization)
  if (userId === undefined) {
    response.writeHead(401).end()
    return
  }
  const text = JSON.stringify(await listFor(userId, new URL(url, 'http://localhost').searchParams))
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
  response.writeHead(200, headers).end(text)
}

const server = createServer((request, response) => {
  answer(request.url ?? '', request.headers.authorization, response).catch(() => response.writeHead(500).end())
}).listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
