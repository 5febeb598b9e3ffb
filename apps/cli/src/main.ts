import { reportUnfinished } from './report-unfinished.ts'
import { runCommandLine } from './run-command-line.ts'
import { openTerminal } from './terminal.ts'

const args = process.argv.slice(2)
const terminal = openTerminal()
const done = reportUnfinished(args, terminal)
process.exitCode = await runCommandLine(args, terminal)
done()
