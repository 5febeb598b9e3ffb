import { NAMES } from '../format.ts'
import { sha256Of } from '../sha256-of.ts'
import type { Contents } from './contents.ts'
import { type Step, stepOf } from './step.ts'

/** Whether the embedded files are those of the manifest, and can be read. */
export function checkFiles({ manifest, files, unreadable }: Contents): Step {
  const named = new Map(manifest.files.map((file) => [file.name, file]))
  const faults = manifest.files.flatMap(({ name, sha256, bytes }) => {
    const there = files.get(name)
    if (!there) return [`${name} is missing`]
    return sha256Of(there) === sha256 && there.length === bytes ? [] : [`${name} is not the file of the manifest`]
  })
  const others = [...files.keys()].filter((name) => name !== NAMES.manifest && !named.has(name))
  faults.push(...others.map((name) => `${name} is not in the manifest`))
  faults.push(...unreadable.map((name) => `${name} cannot be read`))
  return stepOf(
    'files',
    {
      proved: `The ${manifest.files.length} embedded files are those of the manifest.`,
      failed: 'Embedded files are not those of the manifest.',
    },
    [...new Set(faults)],
  )
}
