import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const COMMON = join(import.meta.dirname, 'common.mjs')

/** Stays for as long as nobody stops it, and says its process number. */
const PROGRAM = `
  import { whenLeftByNpm } from ${JSON.stringify(COMMON)}
  import { createConnection } from 'node:net'
  createConnection(Number(process.env.LINE)).on('error', () => undefined).write(String(process.pid))
  process.on('SIGTERM', () => process.exit(1))
  whenLeftByNpm(() => process.exit(0))
`

/** Starts the program as npm does, behind a shell that passes nothing on, and ends the shell alone. */
async function endShell(env: object): Promise<{ pid: number; ended: Promise<unknown> }> {
  const line = createServer()
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const { port } = line.address() as AddressInfo
  const shell = spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; true'], {
    env: { ...env, NODE: process.execPath, PROGRAM, LINE: String(port) },
    stdio: 'ignore',
  })
  const [socket] = (await once(line, 'connection')) as [Socket]
  line.close()
  const [said] = (await once(socket, 'data')) as [Buffer]
  const ended = once(socket, 'close')
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  return { pid: Number(said), ended }
}

test('npm start ends with npm, though SIGTERM reaches only the shell between the two', async () => {
  const { ended } = await endShell({ npm_lifecycle_event: 'start' })
  await ended
})

test('without npm the program goes on when its shell ends', async () => {
  const { pid, ended } = await endShell({})
  expect(process.kill(pid, 0)).toBe(true)
  process.kill(pid, 'SIGTERM')
  await ended
})
