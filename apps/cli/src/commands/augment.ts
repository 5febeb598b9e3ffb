import { type AugmentLevel, createPadesWorkers } from '@rubrica/pades'
import { ARCHIVING_HELP, ARCHIVING_OPTIONS, readArchiving } from '../archive/read-archiving.ts'
import { defineCommand, UsageError } from '../command.ts'
import { planOutputs } from '../plan-outputs.ts'
import { readSharedFile } from '../read-shared-file.ts'
import { finishFiles, workThroughFiles } from '../report-files.ts'
import { writeAtomically } from '../write-atomically.ts'

const HELP = `Usage: rubrica augment SIGNED.pdf... --level T|LT|LTA --out OUT.pdf|FOLDER/ [OPTIONS]

Brings signed PDF documents to a higher PAdES baseline level: T, a timestamp over every
signature; LT, with the data that proves every certificate valid; LTA, sealed by a
document timestamp. The bytes that are there stay as they are.

To renew an archive, augment to LTA again before its newest timestamp weakens.

When something that a level needs cannot be had, nothing is written, and the error names
the certificate and the reason.

  --level T|LT|LTA     the level to reach
  --out OUT.pdf|FOLDER/  where to write; a folder when there are several files
${ARCHIVING_HELP}

  --json               print one JSON object with the outcome of every file

Examples
  rubrica augment contract.pdf --level LTA --tsa https://tsa.example/ --trust roots/ --out archived.pdf
  rubrica augment signed/*.pdf --level LT --trust root.pem --out archived/

Exit code: 0 all done, 1 some failed (each with a sentence), 2 typed wrongly.
`

const THREAD_LIMITS = { memoryMb: 512, timeoutMs: 8000 }

export const augmentCommand = defineCommand({
  name: 'augment',
  summary: 'bring signed PDF documents to level T, LT or LTA, or renew their archive timestamp',
  help: HELP,
  options: { ...ARCHIVING_OPTIONS, out: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length === 0) throw new UsageError('Name at least one signed PDF file.')
    if (values.out === undefined) throw new UsageError('--out says where the result goes.')
    const level = readLevel(values.level)
    const files = planOutputs(positionals, values.out, (stem) => `${stem}.pdf`)
    const options = await readArchiving(level, values)
    await using workers = createPadesWorkers({ threads: 1, ...THREAD_LIMITS })
    const results = await workThroughFiles({
      files,
      concurrency: 1,
      verb: 'Augmented',
      terminal,
      work: async ({ input, output }) => {
        const base = await readSharedFile(input)
        const tail = await workers.augment(base, options)
        await writeAtomically(output, [base, tail])
        return { level: `PAdES-BASELINE-${level}`, changed: tail.length > 0 }
      },
    })
    return finishFiles(results, { json: values.json }, terminal)
  },
})

function readLevel(text: string | undefined): AugmentLevel {
  if (text === 'T' || text === 'LT' || text === 'LTA') return text
  throw new UsageError('--level is T, LT or LTA.')
}
