import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createRenderPool, type RenderPool } from '@rubrica/rendering'
import { defineCommand, UsageError } from '../command.ts'
import { type PlannedFile, planOutputs } from '../plan-outputs.ts'
import { finishFiles, workThroughFiles } from '../report-files.ts'
import { readPage } from '../sign/read-placement.ts'
import { writeAtomically } from '../write-atomically.ts'

const HELP = `Usage: rubrica render IN.pdf... --out PAGE.jpg|FOLDER/ [OPTIONS]

Draws one page of each PDF document as a JPEG, as the portal shows it.

  --page N               which page, from 1 (default 1)
  --dpi D                dots per inch, 10 to 1200 (default 150); very large pages get fewer
  --out PAGE.jpg|FOLDER/ where to write; a folder when there are several files
  --password PASSWORD    opens encrypted documents
  --json                 print one JSON object with the outcome of every file

Examples
  rubrica render contract.pdf --page 3 --out page3.jpg
  rubrica render *.pdf --dpi 72 --out previews/

Exit code: 0 all drawn, 1 some failed (each with a sentence), 2 typed wrongly.
`

const MAX_PROCESSES = 2
const PROCESS_LIMITS = { memoryMb: 1024, timeoutMs: 10_000 }

export const renderCommand = defineCommand({
  name: 'render',
  summary: 'draw a page of PDF documents as a JPEG',
  help: HELP,
  options: {
    page: { type: 'string', default: '1' },
    dpi: { type: 'string', default: '150' },
    out: { type: 'string' },
    password: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    if (positionals.length === 0) throw new UsageError('Name at least one PDF file to draw.')
    if (values.out === undefined) throw new UsageError('--out says where the picture goes.')
    const request = { page: readPage(values.page), dpi: readDpi(values.dpi), password: values.password }
    const files = planOutputs(positionals, values.out, (stem) => `${stem}-page${request.page}.jpg`)
    const processes = Math.min(files.length, availableParallelism(), MAX_PROCESSES)
    const pool = createRenderPool({ processes, ...PROCESS_LIMITS })
    try {
      const work = (file: PlannedFile) => renderFile(pool, file, request)
      const results = await workThroughFiles({ files, concurrency: processes, verb: 'Drew', terminal, work })
      return finishFiles(results, { json: values.json, page: request.page, dpi: request.dpi }, terminal)
    } finally {
      await pool.close()
    }
  },
})

interface PageRequest {
  readonly page: number
  readonly dpi: number
  readonly password: string | undefined
}

async function renderFile(pool: RenderPool, { input, output }: PlannedFile, request: PageRequest) {
  const bytes = await readFile(input)
  const key = createHash('sha256').update(bytes).digest('hex')
  const { jpeg, width, height, pageCount } = await pool.renderPage({ key, load: async () => bytes, ...request })
  await writeAtomically(output, [jpeg])
  return { width, height, pageCount }
}

function readDpi(text: string): number {
  const dpi = Number(text)
  if (!(dpi >= 10 && dpi <= 1200)) throw new UsageError('--dpi is a number from 10 to 1200.')
  return dpi
}
