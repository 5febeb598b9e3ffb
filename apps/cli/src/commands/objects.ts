import type { ObjectsChecked } from '../../../api/src/compose/objects.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import type { Terminal } from '../terminal.ts'

const HELP = `Usage: rubrica objects verify [--after DOCUMENT] [--json]

Reads every stored object (revisions of documents, attachments, evidence,
findings), one after another, and compares it with the digest that it is named
by, with its document's key, and with what its row says. Names each that is
missing, damaged, exchanged for another, or cannot be read. A server may work
meanwhile; it does the same every night.

  --after DOCUMENT  go on after this document, where a run was cut off: the id
                    that was told last on standard error
  --json            print one JSON object

Exit code: 0 all are whole; 1 some are not; 2 typed wrongly.
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
  summary: 'check that every stored object is whole and the right one',
  help: HELP,
  options: { json: { type: 'boolean' }, after: { type: 'string' } },
  async run({ values: { json = false, after }, positionals, terminal }) {
    if (positionals.length !== 1 || positionals[0] !== 'verify')
      throw new UsageError('The command is "objects verify".')
    if (after !== undefined && !UUID.test(after)) throw new UsageError('--after takes the id of a document.')
    requireInstallation(terminal)
    return verify(terminal, json, after)
  },
})

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
