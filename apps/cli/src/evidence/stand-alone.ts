/** `rubrica evidence verify` as a program of one file, for who has Node and nothing of Rúbrica. */
import { parseArgs } from 'node:util'
import { validate } from '@rubrica/pades'
import { describeVerification, EVIDENCE_OPTIONS, HELP_OF_OPTIONS, verifyFiles } from './verify-files.ts'

const HELP = `Usage: node rubrica-evidence.mjs EVIDENCE.pdf [OPTIONS]

Checks an evidence file without the installation that made it, and without a network.

${HELP_OF_OPTIONS}

Exit code: 0 no step failed; 1 one did; 2 typed wrongly.
`

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: EVIDENCE_OPTIONS, allowPositionals: true })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) {
    process.stderr.write(HELP)
    return 2
  }
  const verification = await verifyFiles(file, values, validate)
  process.stdout.write(values.json ? `${JSON.stringify(verification)}\n` : describeVerification(verification))
  return verification.holds ? 0 : 1
}

main(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1
  },
)
