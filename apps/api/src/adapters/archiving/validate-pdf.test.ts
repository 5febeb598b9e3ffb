import { PdfError } from '@rubrica/pdf'
import { type SignatureReport, type ValidationReport } from '@rubrica/pades'
import { expect, test } from 'vitest'
import { openPdfValidator } from './validate-pdf.ts'

const NO_EVIDENCE = { certificates: [], ocsps: [], crls: [] }
const place = { atOnce: 1, trustAnchors: [], timestampAnchors: [], now: () => new Date(0) }

const change = { what: 'PAGE_CONTENT', object: 5, page: 1, revision: 2, justifiedBy: 'DSS' }
const report = (signatures: number, changes: number, name: string) =>
  ({
    integrity: 'suspicious',
    trust: 'unknown',
    warnings: [],
    revisionEnds: [1],
    signatures: Array.from(
      { length: signatures },
      () =>
        ({
          ...{ field: name, signer: name, kind: 'signature', indication: 'INDETERMINATE', subIndication: null },
          ...{ level: 'PAdES', signedAt: null, provedAt: null, coversRevision: 1 },
          changes: [...Array<object>(changes).fill(change), { ...change, justifiedBy: null }],
        }) as unknown as SignatureReport,
    ),
  }) as unknown as ValidationReport

const validatorOf = (workers: object) => openPdfValidator({ ...place, workers: workers as never })

test('findings of a thousand signatures with long names and many changes fit into memory', async () => {
  const validator = validatorOf({ validate: async () => report(1000, 300, 'x'.repeat(100_000)) })
  const findings = await validator.validate(new Uint8Array(1), NO_EVIDENCE)
  expect(findings.signatures).toHaveLength(1000)
  expect(JSON.stringify(findings).length).toBeLessThan(2_000_000)
  // What no rule allows is what remains.
  expect(findings.signatures.every(({ changes }) => changes[0]?.justifiedBy === null)).toBe(true)
})

test('so many files are looked at at a time, and others keep a thread', async () => {
  let [running, most] = [0, 0]
  const validate = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running -= 1
    return report(0, 0, '')
  }
  const validator = validatorOf({ validate })
  await Promise.all([1, 2, 3].map(() => validator.validate(new Uint8Array(1), NO_EVIDENCE)))
  expect(most).toBe(1)
})

test('pages are counted once, without loading the file again', async () => {
  const validator = validatorOf({ inspectPdf: async () => ({ pageCount: 3 }) })
  let loads = 0
  const load = async () => new Uint8Array(++loads)
  expect(await validator.countPages({ key: 'a', load })).toBe(3)
  expect(await validator.countPages({ key: 'a', load })).toBe(3)
  expect(loads).toBe(1)
  await validator.countPages({ key: 'b', load })
  expect(loads).toBe(2)
})

test('a file that nobody gets through is suspicious', async () => {
  const tooMuch = async () => {
    throw new PdfError('PDF_TOO_COMPLEX', { reason: 'TIME' })
  }
  const findings = await validatorOf({ validate: tooMuch }).validate(new Uint8Array(7), NO_EVIDENCE)
  expect(findings).toMatchObject({ integrity: 'suspicious', warnings: ['NOT_VALIDATED_PDF_TOO_COMPLEX'] })
})
