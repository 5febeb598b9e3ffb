import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { UsageError } from './command.ts'

export interface PlannedFile {
  readonly input: string
  readonly output: string
}

/**
 * Says where each input's result goes: into `out` when it is a folder (or ends with a slash), else to `out` itself.
 * @param rename name of the result in a folder, from the input's name without extension
 * @throws UsageError when two results would share a path or one would overwrite an input
 */
export function planOutputs(
  inputs: readonly string[],
  out: string,
  rename: (stem: string) => string,
): readonly PlannedFile[] {
  const isFolder = /[/\\]$/.test(out) || isDirectory(out)
  if (inputs.length > 1 && !isFolder) throw new UsageError('With several files, --out must be a folder.')
  const nameOf = (input: string): string => rename(basename(input, extname(input)))
  const planned = inputs.map((input) => ({ input, output: isFolder ? join(out, nameOf(input)) : out }))
  checkDistinct(planned)
  return planned
}

const isDirectory = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

function checkDistinct(planned: readonly PlannedFile[]): void {
  const taken = new Set<string>()
  const inputs = new Set(planned.map(({ input }) => identityOf(input)))
  for (const { input, output } of planned) {
    if (taken.has(resolve(output))) throw new UsageError(`Two files would be written to ${output}.`)
    taken.add(resolve(output))
    if (inputs.has(identityOf(output))) throw new UsageError(`The result of ${input} would overwrite an input file.`)
  }
}

/** Device and inode where the file exists, so that links do not hide that two names are one file. */
function identityOf(path: string): string {
  if (!existsSync(path)) return resolve(path)
  const { dev, ino } = statSync(realpathSync(path), { bigint: true })
  return `${dev}:${ino}`
}
