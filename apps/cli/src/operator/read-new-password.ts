import type { Operator } from '../../../api/src/compose/operator.ts'
import type { Terminal } from '../terminal.ts'

/** Where a password may come from: never from the command line itself, which other users of the machine can read. */
const VARIABLE = 'RUBRICA_PASSWORD'

export interface NewPassword {
  readonly password: string
  /** Nobody chose it, so it must be shown once. */
  readonly isGenerated: boolean
}

/** The password on standard input, in RUBRICA_PASSWORD, or a generated one. */
export async function readNewPassword(
  operator: Operator,
  terminal: Terminal,
  fromStandardInput: boolean | undefined,
): Promise<NewPassword> {
  if (fromStandardInput) return { password: await readStandardInput(), isGenerated: false }
  const given = terminal.env[VARIABLE]
  if (given) return { password: given, isGenerated: false }
  return { password: operator.generatePassword(), isGenerated: true }
}

async function readStandardInput(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += String(chunk)
  return text.replace(/\r?\n$/, '')
}
