import { createPadesWorkers } from '@rubrica/pades'
import { defineCommand, UsageError } from '../command.ts'
import { describeVerification, EVIDENCE_OPTIONS, HELP_OF_OPTIONS, verifyFiles } from '../evidence/verify-files.ts'

const HELP = `Usage: rubrica evidence verify EVIDENCE.pdf [OPTIONS]

Checks an evidence file without the installation that made it, and without a
network: its seal, the embedded files, the chain of events, the personal values
and the terms, the pages that were served, the document and its signatures, and
the head of the log with its timestamp. Each step is said in one sentence.

${HELP_OF_OPTIONS}

A step is "open" where nothing is wrong and something to check it by was not given.

Exit code: 0 no step failed; 1 one did; 2 typed wrongly.
`

/** More than the largest file that a document may be, several times over. */
const THREAD_LIMITS = { threads: 1, memoryMb: 512, timeoutMs: 30_000 }

export const evidenceCommand = defineCommand({
  name: 'evidence',
  summary: 'check the evidence of a document, without its portal',
  help: HELP,
  options: EVIDENCE_OPTIONS,
  async run({ values, positionals, terminal }) {
    const [verb, file, ...others] = positionals
    if (verb !== 'verify' || file === undefined || others.length > 0)
      throw new UsageError('The command is "evidence verify EVIDENCE.pdf".')
    await using workers = createPadesWorkers(THREAD_LIMITS)
    const verification = await verifyFiles(file, values, (pdf, policy) => workers.validate(pdf, policy))
    terminal.out(values.json ? `${JSON.stringify(verification)}\n` : describeVerification(verification))
    return verification.holds ? 0 : 1
  },
})
