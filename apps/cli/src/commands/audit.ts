import { describeVerdict, isWhole } from '../audit/describe-verdict.ts'
import { LOG_OPTIONS, planLog, type LogValues } from '../audit/list-log.ts'
import { defineCommand, UsageError } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import type { Terminal } from '../terminal.ts'
import { readKeptHeads } from '../witness/kept-heads.ts'
import { WATCH_HELP, WATCH_OPTIONS, watch, type WatchValues } from '../witness/watch-command.ts'

const HELP = `Usage: rubrica audit verify [--kept FILE] [--json]
       rubrica audit log [--kind KIND]... [--since TIME] [--until TIME] [--json]
       rubrica audit heads [--json]
       rubrica audit prove ID [--json]
       rubrica audit watch --url URL --kept FILE [OPTIONS] [--json]

verify reads the audit log of every document and checks its chain: each event is
hashed together with the one before it, and the document remembers where its
chain ends. Names every event that was changed, removed or cut off, and every row
(document, revision, signer, approver, attempt, long-term form) that is not as
the events say. It does the same with the log of the installation, in which each
act on accounts, roles, programs, keys and the installation itself is chained. A
server may work meanwhile.

Every night (AUDIT_HEAD_EVERY) the server signs one head for each subscription:
how many documents and events its log holds, and the root of a tree over all
ends that ever were sealed (RFC 9162).
Where there is a TSA_URL, its authority gives the head a timestamp. verify checks
all of that too, and names every document whose log is shorter or another than
when it was sealed, also one that was deleted whole. Where the log of the
installation says that a document was deleted, by whom and why, and its digest
fits what was sealed, that is told and is no fault.

With --kept FILE, which is what heads --json printed once and somebody else kept
(a copy of one such file for each, as often as needed), verify also says whether
this is the log that those heads are of: whether it was cut, whether it is
another one, and whether a head was signed anew, with the right key or not.

log lists what was done to the installation, the newest first: when, what, by
whom (operator: the account of the machine; person; server), and the facts.

heads prints the signed heads. Keep them where whoever runs the database cannot
write: with them anybody can prove what the log was at that moment. With --json
each has all it takes: write "canonical" (without a line end), the bytes of
"signature" and "token" (base64) and "publicKey" to files; then
  openssl dgst -sha256 -verify publicKey -signature signature canonical
  openssl ts -verify -data canonical -token_in -in token -CAfile tsa.pem

prove prints what proves that the log of document ID is in the newest head: the
document's last sealed end, which is the leaf, and the hashes that lead from it
to the root that the head names.

${WATCH_HELP}
  --kind KIND            with log: only these, such as roles-changed (may be
                         repeated; a wrong one lists them all)
  --since TIME           with log: from this day or time on, 2026-01-31 or
                         2026-01-31T08:00:00Z
  --until TIME           with log: before this day or time
  --most N               with log: at most so many, 100 unless said otherwise
  --kept FILE            heads that were kept elsewhere; for verify it may be repeated
  --json                 print one JSON object

Exit code: 0 done, and nothing is wrong with the log; 1 something is; 2 typed wrongly.
`

const OPTIONS = {
  json: { type: 'boolean' },
  kept: { type: 'string', multiple: true },
  ...LOG_OPTIONS,
  ...WATCH_OPTIONS,
} as const

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'check that the audit log is whole, list what operators did, print and watch its signed heads',
  help: HELP,
  options: OPTIONS,
  async run({ values, positionals, terminal }) {
    const [verb, ...more] = positionals
    const { json = false, kept = [] } = values
    if (verb === 'watch' && more.length === 0) {
      refuseOptions(values, LOG_OPTIONS, 'audit log')
      return watch(terminal, values)
    }
    refuseOptions(values, WATCH_OPTIONS, 'audit watch')
    if (verb === 'log' && more.length + kept.length === 0) {
      const list = planLog(values)
      requireInstallation(terminal)
      return list(terminal, json)
    }
    refuseOptions(values, LOG_OPTIONS, 'audit log')
    if (verb === 'prove') {
      const id = readDocumentId(more)
      requireInstallation(terminal)
      return prove(terminal, { id, json })
    }
    requireKnown(verb, more.length + (verb === 'heads' ? kept.length : 0))
    requireInstallation(terminal)
    return verb === 'heads' ? printHeads(terminal, json) : verify(terminal, { json, kept: await readTexts(kept) })
  },
})

/** @param others words and options behind it that it does not take. @throws {UsageError} */
function requireKnown(verb: string | undefined, others: number): void {
  if ((verb === 'verify' || verb === 'heads') && others === 0) return
  throw new UsageError('The command is "audit verify", "audit log", "audit heads", "audit prove ID" or "audit watch".')
}

/** @throws {UsageError} where an option of one verb stands beside another */
function refuseOptions(values: LogValues & WatchValues, options: object, verb: string): void {
  const strange = Object.keys(options).find((name) => name in values)
  if (strange !== undefined) throw new UsageError(`--${strange} is an option of "${verb}".`)
}

const compose = () => import('../../../api/src/compose/audit.ts')

type Installed = Awaited<ReturnType<typeof compose>>
type AuditHead = Awaited<ReturnType<Installed['listInstalledHeads']>>[number]

/** The canonical texts of heads that were kept. @throws {UsageError} for a file that holds something else */
async function readTexts(files: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(files.map(readKeptHeads))).flat().map(({ canonical }) => canonical)
}

async function verify(
  terminal: Terminal,
  { json, kept }: { readonly json: boolean; readonly kept: readonly string[] },
): Promise<number> {
  const verdict = await (await compose()).verifyInstalledAudit(terminal.env, kept)
  const ok = isWhole(verdict)
  if (json) terminal.out(`${JSON.stringify({ ok, ...verdict })}\n`)
  else describeVerdict(verdict, terminal)
  return ok ? 0 : 1
}

async function printHeads({ env, out }: Terminal, json: boolean): Promise<number> {
  const listed = await (await compose()).listInstalledHeads(env)
  if (json) {
    out(`${JSON.stringify({ ok: true, heads: listed.map((head) => inText(head, head.publicKey)) })}\n`)
    return 0
  }
  for (const { until, subscriptionId, facts, hash, token } of listed) {
    const counts = `${facts?.documents} documents, ${facts?.events} events`
    const time = token ? 'timestamp' : 'no timestamp'
    out(`${until}  ${subscriptionId}  ${counts}  ${time}  ${Buffer.from(hash).toString('hex')}\n`)
  }
  return 0
}

function inText(head: Omit<AuditHead, 'facts' | 'publicKey'>, publicKey: string | null = null) {
  const { until, subscriptionId, canonical, hash, signature, token, keyId } = head
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return {
    ...{ until, subscriptionId, canonical, hash: Buffer.from(hash).toString('hex'), keyId, publicKey },
    ...{ signature: base64(signature), token: token && base64(token) },
  }
}

async function prove({ env, out, err }: Terminal, { id, json }: { id: string; json: boolean }): Promise<number> {
  const proof = await (await compose()).proveInstalledDocument(env, id)
  if (!proof) {
    if (json) out(`${JSON.stringify({ ok: false, problem: 'NOT_SEALED' })}\n`)
    else err('Nothing of this document is sealed yet, or there is none.\n')
    return 1
  }
  const { leaf, position, size, head, publicKey } = proof
  const path = proof.path.map((hash) => Buffer.from(hash).toString('hex'))
  if (json) {
    out(`${JSON.stringify({ ok: true, leaf, position, size, path, head: inText(head, publicKey) })}\n`)
    return 0
  }
  out(
    `${leaf}\nleaf ${position} of ${size} in the head of ${head.until}\n${path.map((hash) => `  ${hash}\n`).join('')}`,
  )
  return 0
}
