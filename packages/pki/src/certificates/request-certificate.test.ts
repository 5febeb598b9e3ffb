import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { readCertificateBundle } from './read-certificate-bundle.ts'
import { requestCertificate } from './request-certificate.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'request-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const openssl = (...options: string[]) => execFileSync('openssl', options, { encoding: 'utf8', stdio: 'pipe' })

test.each(['rsa', 'ec'] as const)('openssl verifies a request for an %s key, with its subject', (kind) => {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(folder, `${kind}.csr`)
  writeFileSync(
    file,
    requestCertificate(privateKey, { commonName: 'Núria Soler i Bàrbara', serialNumber: '12345678Z' }),
  )
  const text = openssl('req', '-in', file, '-inform', 'DER', '-verify', '-noout', '-subject', '-nameopt', 'utf8')
  expect(text).toContain('serialNumber=12345678Z')
  expect(text).toContain('CN=Núria Soler i Bàrbara')
})

test('a name longer than certificates take is cut, and an odd number is written as it is', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(folder, 'long.csr')
  writeFileSync(file, requestCertificate(privateKey, { commonName: 'á'.repeat(300), serialNumber: 'Nº_1' }))
  const text = openssl('req', '-in', file, '-inform', 'DER', '-noout', '-subject', '-nameopt', 'utf8')
  expect(text.match(/á/g)).toHaveLength(64)
  expect(text).toContain('serialNumber=Nº_1')
})

test('certificates come out of a bundle that openssl made', () => {
  const { certificate } = makeTestSigner({ commonName: 'One' })
  const files = { certificate: join(folder, 'one.pem'), bundle: join(folder, 'one.p7b') }
  writeFileSync(files.certificate, new X509Certificate(certificate).toString())
  const bundle = execFileSync('openssl', [
    ...['crl2pkcs7', '-nocrl', '-certfile', files.certificate, '-certfile', files.certificate, '-outform', 'DER'],
  ])
  expect(readCertificateBundle(bundle).map((der) => new X509Certificate(der).subject)).toEqual(['CN=One', 'CN=One'])
  for (const garbage of [Buffer.from('no'), bundle.subarray(0, -9), certificate, Buffer.alloc(0)]) {
    expect(readCertificateBundle(garbage)).toEqual([])
  }
})
