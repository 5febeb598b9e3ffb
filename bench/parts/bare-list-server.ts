/** The list of pending documents with SQL written by hand, the peer of the benchmark. */
import { pool, serveBare } from './bare-server.ts'

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

serveBare(listFor)
