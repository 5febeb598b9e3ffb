import { UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** Longer than any key with the blanks and line ends that people put between its digits. */
const LONGEST = 1000

/** A key as hexadecimal digits: typed unseen, or from standard input; blanks do not count. */
export async function readKeyText({ askSecret }: Terminal): Promise<string> {
  const text = askSecret ? await askSecret('Key, 64 hexadecimal digits: ') : await readStandardInput()
  return text.replaceAll(/\s/g, '')
}

async function readStandardInput(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > LONGEST) throw new UsageError('Standard input holds more than one key.')
  }
  return text
}
