import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSelfSigned } from './make-self-signed.ts'
import { classifyCertificate } from './classify-certificate.ts'

const AT = new Date('2026-01-31T12:00:00Z')

test.each(['ec', 'rsa'] as const)('a certificate that its own %s key signs is one for signatures', (kind) => {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const notAfter = new Date('2056-01-31T12:00:00Z')
  const der = makeSelfSigned(privateKey, { commonName: 'Seal of größe.example', notBefore: AT, notAfter })
  const certificate = new X509Certificate(der)
  expect(certificate.verify(publicKey)).toBe(true)
  expect([certificate.subject, certificate.ca]).toEqual(['CN=Seal of größe.example', false])
  expect(new Date(certificate.validTo)).toEqual(notAfter)
  expect(classifyCertificate(der, [], AT)).toMatchObject({ facts: { commonName: 'Seal of größe.example' } })
})
