import { createPadesWorkers } from '@rubrica/pades'
import { defineCommand, UsageError } from '../command.ts'
import { planOutputs } from '../plan-outputs.ts'
import { readAuthority } from '../read-authority.ts'
import { readSharedFile } from '../read-shared-file.ts'
import { finishFiles, workThroughFiles } from '../report-files.ts'
import { writeAtomically } from '../write-atomically.ts'

const HELP = `Usage: rubrica timestamp IN.pdf... --tsa URL --out OUT.pdf|FOLDER/ [OPTIONS]

Adds a document timestamp (RFC 3161) to PDF documents, signed or not: proof that they
existed, as they are, at its time. The bytes that are there stay as they are.

  --tsa URL            the timestamp authority
                       (https://name:password@host/ when it wants credentials)
  --out OUT.pdf|FOLDER/  where to write; a folder when there are several files
  --json               print one JSON object with the outcome of every file

Examples
  rubrica timestamp report.pdf --tsa https://tsa.example/ --out report-timestamped.pdf

Exit code: 0 all done, 1 some failed (each with a sentence), 2 typed wrongly.
`

const THREAD_LIMITS = { memoryMb: 512, timeoutMs: 8000 }

export const timestampCommand = defineCommand({
  name: 'timestamp',
  summary: 'add a document timestamp to PDF documents',
  help: HELP,
  options: { tsa: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length === 0) throw new UsageError('Name at least one PDF file.')
    if (values.out === undefined) throw new UsageError('--out says where the result goes.')
    if (values.tsa === undefined) throw new UsageError('--tsa names the timestamp authority.')
    const timestamp = readAuthority(values.tsa)
    const files = planOutputs(positionals, values.out, (stem) => `${stem}.pdf`)
    await using workers = createPadesWorkers({ threads: 1, ...THREAD_LIMITS })
    const results = await workThroughFiles({
      files,
      concurrency: 1,
      verb: 'Timestamped',
      terminal,
      work: async ({ input, output }) => {
        const base = await readSharedFile(input)
        await writeAtomically(output, [base, await workers.addDocumentTimestamp(base, timestamp)])
        return {}
      },
    })
    return finishFiles(results, { json: values.json }, terminal)
  },
})
