import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'

type Run = ChildProcessByStdio<Writable, Readable, null>

const MODULE = join(import.meta.dirname, 'memory-folder.mjs')
/** Says where its folder is, and waits for its input to end. */
const RUN = `
  import { openMemoryFolder } from ${JSON.stringify(MODULE)}
  process.stdout.write(openMemoryFolder())
  process.stdin.resume()
`

/** A run of the tests that was told of no folder, and the one that it has. */
async function startRun() {
  const env = { ...process.env, TMPDIR: '' }
  const run: Run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(run, 'exit')
  const [folder] = (await once(run.stdout, 'data')) as [Buffer]
  return { run, folder: folder.toString(), ended }
}

test.each([
  ['by itself', (run: Run) => run.stdin.end()],
  ['by a signal', (run: Run) => run.kill()],
])('what a run of the tests wrote into memory is gone when it ends %s', async (_, end) => {
  const { run, folder, ended } = await startRun()
  const isInMemory = folder.startsWith('/dev/shm/')
  if (isInMemory) {
    expect(statSync(folder).mode & 0o777).toBe(0o711)
    writeFileSync(join(folder, 'written'), '')
  }
  end(run)
  await ended
  // A machine without memory to spare keeps its folder of temporary files.
  expect(existsSync(folder)).toBe(!isInMemory)
})
