import { type Command, CommandError, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { describeError } from './describe-error.ts'
import type { Terminal } from './terminal.ts'

const HELP_WORDS = new Set(['--help', '-h', 'help'])

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 failed, 2 typed wrongly
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [verb, ...rest] = args
  if (verb === undefined || HELP_WORDS.has(verb)) return showHelp(rest[0], verb === undefined, terminal)
  const command = await findCommand(verb)
  if (!command) {
    terminal.err(`There is no command "${verb}"; "rubrica --help" lists them.\n`)
    return 2
  }
  if (asksForHelp(rest)) {
    terminal.out(command.help)
    return 0
  }
  return runCommand(command, rest, terminal)
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await command.run(args, terminal)
  } catch (error) {
    const { code, sentence, facts } = describeFailure(error)
    if (args.includes('--json')) terminal.out(`${JSON.stringify({ ok: false, code, message: sentence, ...facts })}\n`)
    terminal.err(`${sentence}\n`)
    if (!(error instanceof UsageError)) return 1
    terminal.err(`"rubrica ${command.name} --help" shows how to use it.\n`)
    return 2
  }
}

interface Failure {
  readonly code: string
  readonly sentence: string
  readonly facts?: Readonly<Record<string, unknown>>
}

function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { code: 'USAGE', sentence: error.message, facts: error.facts }
  if (error instanceof CommandError) return { code: error.code, sentence: error.message }
  return describeError(error)
}

/** `--help` before a lone `--`, after which everything is a file name. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')
}

const findCommand = async (verb: string): Promise<Command | undefined> =>
  Object.hasOwn(commands, verb) ? commands[verb]?.() : undefined

async function showHelp(verb: string | undefined, isMistake: boolean, terminal: Terminal): Promise<number> {
  const command = verb === undefined ? undefined : await findCommand(verb)
  const write = isMistake ? terminal.err : terminal.out
  write(command ? command.help : await overview())
  return isMistake ? 2 : 0
}

async function overview(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const width = Math.max(...all.map(({ name }) => name.length))
  const list = all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')
  return `rubrica: sign PDF documents and look at them

Usage: rubrica COMMAND [ARGUMENTS]

${list}

"rubrica COMMAND --help" explains a command with examples.
Exit code: 0 done, 1 something failed, 2 the command was typed wrongly.
`
}
