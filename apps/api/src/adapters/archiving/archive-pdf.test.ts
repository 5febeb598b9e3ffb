import { augment, gatherDocumentEvidence, inspectPdf, type PadesWorkers } from '@rubrica/pades'
import { expect, test } from 'vitest'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { serveTestAuthority } from '@rubrica/pki/testing'
import { signTestPdf } from '@rubrica/pades/testing'
import { openArchivePdf } from './archive-pdf.ts'

/** The same work, in this thread. */
const workers = {
  gatherDocumentEvidence,
  augment,
  inspectPdf: (bytes: Uint8Array) => Promise.resolve(inspectPdf(bytes)),
} as unknown as PadesWorkers

const NO_EVIDENCE = { certificates: [], ocsps: [], crls: [] }

test('an issuer that the file lacks is fetched from the origins that the operator names, and from no other', async () => {
  await using authority = await serveTestAuthority()
  const { root, fetcher, server } = authority
  const signer = { ...authority.issue({ commonName: 'Ana' }), chain: [] }
  const bytes = await signTestPdf(makeTestPdf(), signer)
  const file = { bytes, known: NO_EVIDENCE, arrivedLength: 0 }
  const open = (issuerOrigins: readonly string[]) =>
    openArchivePdf({
      ...{ workers, fetcher, issuerOrigins },
      trustAnchors: [root.certificate],
      timestamps: undefined,
      now: () => new Date(),
    })
  await expect(open(['https://ca.example.org']).gather(file)).rejects.toMatchObject({ code: 'EVIDENCE_UNTRUSTED' })
  expect(server.requests).toEqual([])
  const { evidence } = await open([server.origin]).gather(file)
  expect(server.requests).toContain('GET /ca.cer')
  expect(evidence.certificates.length).toBeGreaterThan(1)
})
