import type { ObjectsChecked, ObjectsCopied } from '../../../api/src/compose/objects.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import type { Terminal } from '../terminal.ts'

const HELP = `Usage: rubrica objects verify [--after DOCUMENT] [--json]
       rubrica objects copy [--to s3|disk] [--verify] [--json]

verify reads every stored object (revisions of documents, attachments, evidence,
findings), one after another, and compares it with the digest that it is named
by, with its document's key, and with what its row says. Names each that is
missing, damaged, exchanged for another, or cannot be read. A server may work
meanwhile; it does the same every night.

copy copies every object that a row names from DATA_DIR/objects to the bucket of
OBJECTS_URL, or back. What is there already is left alone, so it can be cut off
and begun again. A server may work meanwhile.

  --after DOCUMENT  go on after this document, where a run was cut off: the id
                    that was told last on standard error
  --to s3|disk      where to copy; s3 unless said otherwise
  --verify          read each object where it was copied to, also what was there
  --json            print one JSON object

Exit code: 0 all are whole, or copied; 1 some are not; 2 typed wrongly.
`

const SENTENCES = {
  missing: 'is missing',
  damaged: 'is damaged',
  exchanged: 'is not the one that was stored for it',
  unreadable: 'cannot be read',
} as const

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Documents between two words of how far it has come. */
const TOLD_EVERY = 500

export const objectsCommand = defineCommand({
  name: 'objects',
  summary: 'check that every stored object is whole and the right one, or copy all of them',
  help: HELP,
  options: {
    json: { type: 'boolean' },
    after: { type: 'string' },
    to: { type: 'string' },
    verify: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [verb, ...more] = positionals
    const run = verb === undefined || more.length > 0 ? undefined : VERBS[verb]
    if (!run) throw new UsageError('The commands are "objects verify" and "objects copy".')
    return run(terminal, values)
  },
})

interface Wishes {
  readonly json?: boolean
  readonly after?: string
  readonly to?: string
  readonly verify?: boolean
}

const VERBS: Readonly<Record<string, (terminal: Terminal, wishes: Wishes) => Promise<number>>> = {
  verify: async (terminal, { json = false, after, to, verify: isVerifying }) => {
    if (to !== undefined || isVerifying) throw new UsageError('"objects verify" takes neither --to nor --verify.')
    if (after !== undefined && !UUID.test(after)) throw new UsageError('--after takes the id of a document.')
    requireInstallation(terminal)
    return verify(terminal, json, after)
  },
  copy: async (terminal, { json = false, after, to = 's3', verify: isVerifying = false }) => {
    if (after !== undefined) throw new UsageError('"objects copy" takes no --after: what is there is left alone.')
    if (to !== 's3' && to !== 'disk') throw new UsageError('--to takes s3 or disk.')
    requireInstallation(terminal)
    return copy(terminal, json, { to, isVerifying })
  },
}

async function copy(
  { env, out, err }: Terminal,
  json: boolean,
  wish: { readonly to: 's3' | 'disk'; readonly isVerifying: boolean },
): Promise<number> {
  const { copyInstalledObjects } = await import('../../../api/src/compose/objects.ts')
  const onProgress = ({ copied, there, lost }: ObjectsCopied) => {
    if ((copied + there + lost.length) % TOLD_EVERY === 0) err(`${copied} copied and ${there} there so far\n`)
  }
  const { copied, there, octets, lost } = await copyInstalledObjects(env, { ...wish, onProgress })
  const ok = lost.length === 0
  if (json) out(`${JSON.stringify({ ok, copied, there, octets, lost })}\n`)
  else {
    for (const id of lost) err(`The object ${id} is in neither place whole.\n`)
    out(`Copied ${copied} objects of ${octets} bytes; ${there} were there.\n`)
  }
  return ok ? 0 : 1
}

async function verify({ env, out, err }: Terminal, json: boolean, after: string | undefined): Promise<number> {
  const { verifyInstalledObjects } = await import('../../../api/src/compose/objects.ts')
  const findings: ObjectsChecked['findings'][number][] = []
  let documents = 0
  let objects = 0
  for await (const checked of verifyInstalledObjects(env, after?.toLowerCase())) {
    documents += 1
    objects += checked.objects
    findings.push(...checked.findings)
    for (const { documentId, row, objectId, problem } of json ? [] : checked.findings) {
      err(`Document ${documentId}: the object ${objectId} of ${row} ${SENTENCES[problem]}.\n`)
    }
    if (documents % TOLD_EVERY === 0) err(`${objects} objects so far, up to document ${checked.documentId}\n`)
  }
  const ok = findings.length === 0
  if (json) out(`${JSON.stringify({ ok, documents, objects, findings })}\n`)
  else if (ok) out(`All is whole: ${objects} objects of ${documents} documents.\n`)
  return ok ? 0 : 1
}
