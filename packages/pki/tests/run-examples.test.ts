/** Runs every example. */
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkCertificate } from '../examples/check-a-certificate.ts'
import { readKeyFile } from '../examples/read-a-key-file.ts'
import { hasOpenssl, makeTestSigner, runOpenssl, serveTestAuthority } from '../testing/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-pki-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('every example is run here', () => {
  const run = readFileSync(import.meta.filename, 'utf8')
  const names = readdirSync(join(import.meta.dirname, '../examples'))
  expect(names.filter((name) => !run.includes(`'../examples/${name}'`))).toEqual([])
})

test.runIf(hasOpenssl)('read-a-key-file', async () => {
  const ana = makeTestSigner({ commonName: 'Ana' })
  writeFileSync(join(folder, 'key.pem'), ana.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'certificate.pem'), new X509Certificate(ana.certificate).toString())
  const files = ['-inkey', 'key.pem', '-in', 'certificate.pem', '-out', 'ana.p12']
  expect(runOpenssl(folder, 'pkcs12', '-export', ...files, '-name', 'Ana', '-passout', 'pass:4711').ok).toBe(true)
  expect(await readKeyFile(join(folder, 'ana.p12'), '4711')).toEqual(['Ana: may sign'])
})

test('check-a-certificate', async () => {
  await using authority = await serveTestAuthority()
  const { certificate, chain } = authority.issue({ commonName: 'Biel' })
  const question = { certificate, pool: chain, anchors: [authority.root.certificate] }
  expect(await checkCertificate(question, authority.fetcher)).toBe('good')
})
