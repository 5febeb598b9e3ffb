import type { Terminal } from './terminal.ts'

const SENTENCE = 'The command stopped before it was done, because what it was waiting for can no longer come.'

/**
 * Node leaves without a word of ours when nothing is left that could settle what is awaited. The user gets one
 * sentence, and a program its JSON, with exit code 1.
 * @returns to be called when the command is done
 */
export function reportUnfinished(args: readonly string[], terminal: Terminal): () => void {
  const report = () => {
    if (args.includes('--json')) {
      terminal.out(`${JSON.stringify({ ok: false, code: 'UNFINISHED', message: SENTENCE })}\n`)
    }
    terminal.err(`${SENTENCE}\n`)
    process.exitCode = 1
  }
  process.once('beforeExit', report)
  return () => void process.off('beforeExit', report)
}
