import { existsSync } from 'node:fs'
import { CommandError, defineCommand } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import { writeAtomically } from '../write-atomically.ts'

const HELP = `Usage: rubrica fetch ID [--out FILE] [--json]

Writes a document, with the signatures it has so far, to a file. It makes no
difference who sent it.

  --out FILE           where to; an existing file is replaced. Default the name of
                       the document, in this folder, if there is no such file yet
  --json               print one JSON object

Example
  rubrica fetch b90d679e-c33d-4ff0-b5f9-31157fba2d51 --out signed.pdf

Exit code: 0 written, 1 failed, 2 typed wrongly.
`

export const fetchCommand = defineCommand({
  name: 'fetch',
  summary: 'write a document with its signatures to a file',
  help: HELP,
  options: { out: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const id = readDocumentId(positionals)
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const { fileName, bytes } = await operator.fetchDocument(id)
    const path = values.out ?? freeName(fileName, id)
    await writeAtomically(path, [bytes])
    const facts = { ok: true, id, file: path, bytes: bytes.length }
    terminal.out(values.json ? `${JSON.stringify(facts)}\n` : `Wrote ${path} (${bytes.length} bytes).\n`)
    return 0
  },
})

/** A sender may call a document anything; in a folder it is a plain name and replaces nothing. */
function freeName(fileName: string, id: string): string {
  const plain = fileName.replace(/[/\\]|\p{C}/gu, '_').replace(/^\.+/, '')
  const name = plain.trim() === '' ? `${id}.pdf` : plain
  if (!existsSync(name)) return name
  throw new CommandError('FILE_EXISTS', `There is a file ${name} already; --out says where else to write.`)
}
