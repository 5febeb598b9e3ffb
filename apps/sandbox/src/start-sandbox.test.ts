import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from './start-sandbox.ts'
import { TestSandbox } from './test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe('starting', () => {
  it('keeps its port and keys, and tells a busy or a different port in one sentence', async () => {
    const root = createHash('sha256')
      .update(await sandbox.download('/pki/root.cer'))
      .digest('hex')
    const { url } = sandbox
    await expect(startSandbox(sandbox.options)).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    await expect(startSandbox({ ...sandbox.options, port: 1234, portIsFixed: true })).rejects.toMatchObject({
      code: 'PORT_FIXED_BY_DATA',
    })
    await sandbox.restart()
    expect(sandbox.url).toBe(url)
    expect(
      createHash('sha256')
        .update(await sandbox.download('/pki/root.cer'))
        .digest('hex'),
    ).toBe(root)
  })

  it('takes the next port at the first start when the usual one is busy', async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port))
    })
    const other = { ...sandbox.options, dataDir: sandbox.path('other'), port }
    await expect(startSandbox({ ...other, portIsFixed: true })).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    const second = await startSandbox(other)
    expect(second.url).not.toContain(`:${port}`)
    await second.stop()
    blocker.close()
  })

  it('tells of damaged data in one sentence and repairs a register that a crash cut short', async () => {
    await sandbox.stop()
    const pki = join(sandbox.options.dataDir, 'pki')
    const [register, rootFile] = [join(pki, 'issued.jsonl'), join(pki, 'root.pem')]
    const [rows, root] = [readFileSync(register), readFileSync(rootFile)]
    writeFileSync(register, Buffer.concat([rows, Buffer.from('{"serial":"12')]))
    writeFileSync(rootFile, root.subarray(0, 700))
    await expect(startSandbox(sandbox.options)).rejects.toMatchObject({ code: 'DATA_DAMAGED' })
    writeFileSync(rootFile, root)
    await sandbox.start()
    expect(readFileSync(register).equals(rows)).toBe(true)
  })

  it('keeps every file from other users of the machine', () => {
    const files = sandbox.dataFiles()
    expect(files.length).toBeGreaterThan(10)
    expect(sandbox.filesOpenToOthers()).toEqual([])
    expect(files.filter((name) => name.includes('.part'))).toEqual([])
  })

  it('refuses to run in production', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: sandbox.path('never') },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('never runs in production')
  })
})
