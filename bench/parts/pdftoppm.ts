/** Poppler's page renderer, the peer of ours. */
import { join } from 'node:path'
import { type ProgramRun, runTimed } from './timed-program.ts'

/** Draws the first pages of a file at 100 dpi, with a process of its own as always. */
export function drawWithPdftoppm(file: string, pages: number, folder: string): Promise<ProgramRun> {
  return runTimed('pdftoppm', ['-cropbox', '-jpeg', '-r', '100', '-l', String(pages), file, join(folder, 'page')])
}
