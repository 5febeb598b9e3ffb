import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe.runIf(hasOpenssl)('revocation', () => {
  it('is answered over OCSP with the nonce echoed and a delegated responder', async () => {
    await sandbox.savePems('root', 'ca')
    await sandbox.savePerson('good')
    const request = sandbox.path('good.ocsp')
    sandbox.openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'good.pem', '-reqout', request)
    const answer = await sandbox.post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(request))
    writeFileSync(sandbox.path('good.answer'), Buffer.from(await answer.arrayBuffer()))
    const judged = ['-issuer', 'ca.pem', '-cert', 'good.pem', '-CAfile', 'root.pem']
    const answered = ['-no_nonce', '-respin', 'good.answer', '-reqin', 'good.ocsp', '-resp_text']
    const verdict = sandbox.openssl('ocsp', ...answered, ...judged)
    expect(verdict).toContain('Response verify OK')
    expect(verdict).toContain('good.pem: good')
    expect(verdict).toContain('OCSP Nonce')
    expect(verdict).toContain('OCSP No Check')
    expect(verdict).not.toContain('WARNING')
    const byGet = await sandbox.download(`/pki/ocsp/ca/${encodeURIComponent(readFileSync(request).toString('base64'))}`)
    expect(byGet.subarray(0, 2)).toEqual(readFileSync(sandbox.path('good.answer')).subarray(0, 2))
  })

  it('reaches OCSP and CRL as soon as a certificate is revoked, and survives a restart', async () => {
    const { serialNumber } = await sandbox.savePerson('lost')
    expect((await sandbox.postJson('/control/revoke', { serial: serialNumber })).status).toBe(204)
    expect((await sandbox.postJson('/control/revoke', { serial: 'abcdef' })).status).toBe(404)
    await sandbox.restart()
    const request = sandbox.path('lost.ocsp')
    sandbox.openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'lost.pem', '-reqout', request)
    const answer = await sandbox.post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(request))
    writeFileSync(sandbox.path('lost.answer'), Buffer.from(await answer.arrayBuffer()))
    expect(sandbox.openssl('ocsp', '-respin', 'lost.answer', '-CAfile', 'root.pem', '-resp_text')).toContain(
      'Cert Status: revoked',
    )
    for (const name of ['root', 'ca', 'tsa-ca']) {
      await sandbox.savePems(name)
      writeFileSync(sandbox.path('list.crl'), await sandbox.download(`/pki/${name}.crl`))
      expect(sandbox.openssl('crl', '-inform', 'DER', '-in', 'list.crl', '-CAfile', `${name}.pem`, '-noout')).toContain(
        'verify OK',
      )
      const text = sandbox.openssl('crl', '-inform', 'DER', '-in', 'list.crl', '-noout', '-text')
      expect(text.includes(serialNumber)).toBe(name === 'ca')
    }
  })

  it('is unknown for a certificate of nobody’s, and malformed for rubbish', async () => {
    const serial = ['-issuer', 'ca.pem', '-serial', '0x1234']
    const asked = sandbox.openssl('ocsp', ...serial, '-reqout', 'x.ocsp', '-resp_text')
    expect(asked).not.toContain('Error')
    const answer = await sandbox.post('/pki/ocsp/ca', 'application/ocsp-request', readFileSync(sandbox.path('x.ocsp')))
    writeFileSync(sandbox.path('x.answer'), Buffer.from(await answer.arrayBuffer()))
    expect(sandbox.openssl('ocsp', '-respin', 'x.answer', '-noverify', '-resp_text')).toContain('Cert Status: unknown')
    const rubbish = await sandbox.post('/pki/ocsp/ca', 'application/ocsp-request', randomBytes(100))
    expect(Buffer.from(await rubbish.arrayBuffer()).toString('hex')).toBe('30030a0101')
  })
})
