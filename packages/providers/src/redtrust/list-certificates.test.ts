import { describe, expect, it } from 'vitest'
import { readCertificates } from './list-certificates.ts'

describe('what RedTrust lists', () => {
  it.each([undefined, null, 7, 'list', {}, Array(501).fill({})])('is no list: %j', (data) => {
    expect(() => readCertificates(data)).toThrow('no usable answer')
  })

  it('passes over entries that name no certificate', () => {
    const entries = [null, 1, 'x', [], {}, { thumbprint: 'AB', X509Data: 'AAAA' }, { thumbprint: 'AB', X509Data: {} }]
    expect(readCertificates(entries)).toEqual([])
  })
})
