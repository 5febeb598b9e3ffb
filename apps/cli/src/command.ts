import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

type Options = NonNullable<ParseArgsConfig['options']>

type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values']

/** What a command is called with. */
export interface Invocation<O extends Options> {
  readonly values: Values<O>
  /** Arguments that are no options: files, or the words of a sub-command. */
  readonly positionals: readonly string[]
  readonly terminal: Terminal
}

interface CommandSpec<O extends Options> {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** The whole `--help`, with examples. */
  readonly help: string
  readonly options: O
  /** The exit code: 0 done, 1 failed. */
  readonly run: (invocation: Invocation<O>) => Promise<number>
}

/** A verb of the command line, its options hidden in `run`. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** The command was typed wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What a program needs to do better; part of the JSON answer. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(sentence: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(sentence)
    this.facts = facts
  }
}

/** Something failed for a reason that has a code and a sentence: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Makes a verb from its options and its work. Unknown options are usage errors. */
export function defineCommand<const O extends Options>(spec: CommandSpec<O>): Command {
  const { name, summary, help, options, run } = spec
  return {
    name,
    summary,
    help,
    run: (args, terminal) => {
      const { values, positionals } = parse(args, options)
      return run({ values, positionals, terminal })
    },
  }
}

function parse<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true as const, strict: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(firstSentence(error.message))
    throw error
  }
}

const firstSentence = (text: string): string => text.replace(/\. .*$/s, '.')
