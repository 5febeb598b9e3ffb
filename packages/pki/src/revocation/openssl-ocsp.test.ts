/**
 * The OCSP answers with which OpenSSL tests itself, of authorities of 2012 and with one thing wrong in most of them.
 */
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchPathSuites, readBytes, WHY_SKIPPED } from '../../testing/fetch-path-suites.ts'
import { validateCertificate } from '../path/validate-certificate.ts'

interface Case {
  readonly name: string
  readonly root: string
  readonly other_certs?: readonly string[]
  readonly cert: string
  readonly ocsps: readonly string[]
  readonly moment: string
  readonly error?: { readonly msg_regex: string }
}

const suites = fetchPathSuites()
const suite = suites === null ? '' : join(suites, 'openssl-ocsp')
const cases = suites === null ? [] : (JSON.parse(textOf('openssl-ocsp.json')) as Case[])

function textOf(name: string): string {
  return Buffer.from(readBytes(suite, name)).toString('latin1')
}

const certificateOf = (name: string): Uint8Array => new Uint8Array(new X509Certificate(readBytes(suite, name)).raw)

function chainOf({ cert, root, other_certs = [], ocsps, moment }: Case) {
  return validateCertificate({
    certificate: certificateOf(cert),
    anchors: [certificateOf(root)],
    evidence: {
      certificates: other_certs.map(certificateOf),
      ocsps: ocsps.map((name) => new Uint8Array(Buffer.from(textOf(name), 'base64'))),
      crls: [],
    },
    time: new Date(moment),
    purpose: 'any',
    // They are signed with SHA-1.
    refuseWeakAlgorithms: false,
  }).chain
}

describe.skipIf(suites === null)(
  suites === null ? `OpenSSL's OCSP answers (${WHY_SKIPPED})` : "OpenSSL's OCSP answers",
  () => {
    test('each proves the certificate good of which it should, and no other', () => {
      const wrong = cases.filter((one) => {
        const place = one.error?.msg_regex.includes('intermediate certificate 1') ? 1 : 0
        return (chainOf(one)[place]?.revocation.status === 'good') !== !one.error
      })
      expect(wrong.map(({ name }) => name)).toEqual([])
      expect(cases.length).toBeGreaterThanOrEqual(29)
    })
  },
)
