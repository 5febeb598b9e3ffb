import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, once, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe.runIf(hasOpenssl)('time-stamps', () => {
  it.each(['sha256', 'sha384', 'sha512'])('over %s verify against query and data', async (digest) => {
    await sandbox.savePems('root', 'tsa-ca')
    writeFileSync(sandbox.path('letter'), 'to be stamped')
    sandbox.openssl('ts', '-query', '-data', 'letter', `-${digest}`, '-cert', '-out', 'q.tsq')
    const answer = await sandbox.post('/pki/tsa', 'application/timestamp-query', readFileSync(sandbox.path('q.tsq')))
    writeFileSync(sandbox.path('r.tsr'), Buffer.from(await answer.arrayBuffer()))
    expect(sandbox.openssl('ts', '-verify', '-queryfile', 'q.tsq', '-in', 'r.tsr', '-CAfile', 'root.pem')).toContain(
      'OK',
    )
    expect(sandbox.openssl('ts', '-verify', '-data', 'letter', '-in', 'r.tsr', '-CAfile', 'root.pem')).toContain('OK')
  })

  it('carry certificates only when asked', async () => {
    sandbox.openssl('ts', '-query', '-data', 'letter', '-sha256', '-out', 'bare.tsq')
    const answer = await sandbox.post('/pki/tsa', 'application/timestamp-query', readFileSync(sandbox.path('bare.tsq')))
    const token = Buffer.from(await answer.arrayBuffer())
    expect(token.length).toBeLessThan(1100)
    writeFileSync(sandbox.path('bare.tsr'), token)
    const verify = ['ts', '-verify', '-queryfile', 'bare.tsq', '-in', 'bare.tsr', '-CAfile', 'root.pem']
    expect(sandbox.openssl(...verify)).toContain('FAILED')
  })

  it('are refused for SHA-1 and rubbish with a rejection, not an error', async () => {
    sandbox.openssl('ts', '-query', '-data', 'letter', '-sha1', '-out', 'weak.tsq')
    const weak = await sandbox.post('/pki/tsa', 'application/timestamp-query', readFileSync(sandbox.path('weak.tsq')))
    writeFileSync(sandbox.path('weak.tsr'), Buffer.from(await weak.arrayBuffer()))
    expect(sandbox.openssl('ts', '-reply', '-in', 'weak.tsr', '-text')).toMatch(
      /Status: Rejected[\s\S]*unrecognized or unsupported/,
    )
    for (let round = 0; round < 50; round += 1) {
      const query = Buffer.from(readFileSync(sandbox.path('q.tsq')))
      query[round % query.length] = randomBytes(1)[0] ?? 0
      expect((await sandbox.post('/pki/tsa', 'application/timestamp-query', query)).status).toBe(200)
    }
    expect((await sandbox.post('/pki/tsa', 'text/plain', 'hello')).status).toBe(415)
    expect((await sandbox.post('/pki/tsa', 'application/timestamp-query', randomBytes(100_000))).status).toBe(413)
  })

  it('can be ordered to fail, once', async () => {
    const query = readFileSync(sandbox.path('q.tsq'))
    const ask = (): Promise<Response> => sandbox.post('/pki/tsa', 'application/timestamp-query', query)
    await sandbox.postJson('/control/faults', { service: 'tsa', fault: 'http500' })
    expect((await ask()).status).toBe(500)
    await sandbox.postJson('/control/faults', { service: 'tsa', fault: 'wrong-imprint', times: 1 })
    writeFileSync(sandbox.path('lie.tsr'), Buffer.from(await (await ask()).arrayBuffer()))
    const verdict = sandbox.openssl('ts', '-verify', '-queryfile', 'q.tsq', '-in', 'lie.tsr', '-CAfile', 'root.pem')
    expect(verdict).toContain('message imprint mismatch')
    await sandbox.postJson('/control/faults', { service: 'tsa', fault: 'timeout' })
    const silent = fetch(`${sandbox.url}/pki/tsa`, {
      method: 'POST',
      headers: { ...once, 'content-type': 'application/timestamp-query' },
      body: query,
      signal: AbortSignal.timeout(300),
    })
    await expect(silent).rejects.toThrow()
    expect((await ask()).status).toBe(200)
    expect((await sandbox.postJson('/control/faults', { service: 'tsa', fault: 'explode' })).status).toBe(400)
  })
})
