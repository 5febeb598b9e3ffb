import type { Terminal } from '../terminal.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica audit verify [--json]
       rubrica audit heads [--json]

verify reads the audit log of every document and checks its chain: each event is
hashed together with the one before it, and the document remembers where its
chain ends. Names every event that was changed, removed or cut off, and every row
(document, revision, signer, approver, attempt, long-term form) that is not as
the events say. A server may work meanwhile.

Every night the server signs one head for each subscription: how many documents
and events its log holds, and a digest over the ends of all their chains. verify
checks these signatures too, and names every document whose log is shorter or
another than when it was sealed, also one that was deleted whole.

heads prints the signed heads. Keep them where whoever runs the database cannot
write: with them anybody can prove what the log was on that day. With --json each
has all it takes: write "canonical" (without a line end), the bytes of "signature"
(base64) and "publicKey" to files; then
  openssl dgst -sha256 -verify publicKey -signature signature canonical

  --json   print one JSON object

Exit code: 0 done, and the log is whole; 1 it is not; 2 typed wrongly.
`

const SENTENCES = {
  missing: 'is missing',
  changed: 'was changed',
  unchained: 'does not follow the event before it',
  'cut-off': 'is not where the document says that its log ends',
  'personal-data-changed': 'has a personal value that was changed',
  'row-disagrees': 'is contradicted by a row',
  'sealed-end-lost': 'was sealed and is not there any more: the log was rolled back, rewritten or deleted',
} as const

const HEAD_SENTENCES = {
  'head-changed': 'was changed',
  'head-unsigned': 'is not signed by this installation',
  'head-unchained': 'does not follow the head before it',
  'sealed-ends-changed': 'was not signed for the chain ends that are kept with it',
} as const

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'check that the audit log is whole, and print its signed heads',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values: { json = false }, positionals, terminal }) {
    const [verb, ...more] = positionals
    const work = verb === 'verify' ? verify : verb === 'heads' ? printHeads : undefined
    if (!work || more.length > 0) throw new UsageError('The command is "audit verify" or "audit heads".')
    requireInstallation(terminal)
    return work(terminal, json)
  },
})

const compose = () => import('../../../api/src/compose/audit.ts')

async function verify({ env, out, err }: Terminal, json: boolean): Promise<number> {
  const verdict = await (await compose()).verifyInstalledAudit(env)
  const { documents, events, heads, findings, headFindings } = verdict
  const ok = findings.length === 0 && headFindings.length === 0
  if (json) {
    out(`${JSON.stringify({ ok, documents, events, heads, findings, headFindings })}\n`)
    return ok ? 0 : 1
  }
  if (ok) out(`The log is whole: ${events} events of ${documents} documents, ${heads} signed heads.\n`)
  for (const { documentId, sequence, problem, row } of findings) {
    const about =
      row === undefined ? `event ${sequence} ${SENTENCES[problem]}` : `the row ${row} is not as the events say`
    err(`Document ${documentId}: ${about}.\n`)
  }
  for (const { day, subscriptionId, problem } of headFindings) {
    err(`Subscription ${subscriptionId}: the head of ${day} ${HEAD_SENTENCES[problem]}.\n`)
  }
  return ok ? 0 : 1
}

async function printHeads({ env, out }: Terminal, json: boolean): Promise<number> {
  const listed = await (await compose()).listInstalledHeads(env)
  if (json) {
    const heads = listed.map(({ day, subscriptionId, canonical, hash, signature, keyId, publicKey = null }) => {
      const inText = { hash: Buffer.from(hash).toString('hex'), signature: Buffer.from(signature).toString('base64') }
      return { day, subscriptionId, canonical, ...inText, keyId, publicKey }
    })
    out(`${JSON.stringify({ ok: true, heads })}\n`)
    return 0
  }
  for (const { day, subscriptionId, facts, hash } of listed) {
    const counts = `${facts?.documents} documents, ${facts?.events} events`
    out(`${day}  ${subscriptionId}  ${counts}  ${Buffer.from(hash).toString('hex')}\n`)
  }
  return 0
}
