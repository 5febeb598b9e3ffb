import { readFile } from 'node:fs/promises'
import { UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

interface PinOptions {
  readonly pin?: string | undefined
  readonly 'pin-file'?: string | undefined
}

/**
 * The PIN from `--pin`, the first line of `--pin-file`, RUBRICA_PIN, or the person at the keyboard, in this order.
 * @throws UsageError when it is given twice or nobody can be asked
 */
export async function readPin(options: PinOptions, terminal: Terminal, ofWhat: string): Promise<string> {
  if (options.pin !== undefined && options['pin-file'] !== undefined) {
    throw new UsageError('Give the PIN with --pin or with --pin-file, not with both.')
  }
  if (options.pin !== undefined) return options.pin
  if (options['pin-file'] !== undefined) return firstLine(await readFile(options['pin-file'], 'utf8'))
  const { RUBRICA_PIN } = terminal.env
  if (RUBRICA_PIN !== undefined) return RUBRICA_PIN
  if (!terminal.askSecret) throw new UsageError('The PIN is missing: give it with --pin, --pin-file or RUBRICA_PIN.')
  return terminal.askSecret(`PIN of ${ofWhat}: `)
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? ''
