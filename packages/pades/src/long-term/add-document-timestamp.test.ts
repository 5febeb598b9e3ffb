import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { OID, type TimestampSource } from '@rubrica/pki'
import { readFields } from '../fields/read-fields.ts'
import { inspectPdf } from '../inspect-pdf.ts'
import { isName, PdfString, withPdf } from '@rubrica/pdf'
import { appendRevision, emptyParts, makeTestPdf } from '@rubrica/pdf/testing'
import { hasOpenssl, imprintOf, makeTestSigner, makeTestToken, runOpenssl } from '@rubrica/pki/testing'
import { signTestPdf } from '../../testing/sign-test-pdf.ts'
import { addDocumentTimestamp } from './add-document-timestamp.ts'
import { prepareArchive } from './prepare-archive.ts'

const root = makeTestSigner({ commonName: 'TSA root', isCa: true })
const tsa = makeTestSigner({ commonName: 'TSA', issuer: root, purposes: [OID.ekuTimeStamping] })
const signer = makeTestSigner()
const folder = mkdtempSync(join(tmpdir(), 'rubrica-dts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const timestamp: TimestampSource = (message) => {
  const imprint = message instanceof Uint8Array ? imprintOf(message) : message.digest
  return Promise.resolve(makeTestToken(tsa, { imprint }))
}

const stamped = async (base: Uint8Array): Promise<Buffer> =>
  Buffer.concat([base, await addDocumentTimestamp(base, timestamp)])

describe('a document timestamp', () => {
  test('stands in an invisible field of its own, of its own type', async () => {
    const file = await stamped(makeTestPdf())
    withPdf(file, (document) => {
      const [field] = readFields(document).signatureFields
      expect(field?.name).toBe('Timestamp1')
      expect(isName(field?.value?.get('Type'), 'DocTimeStamp')).toBe(true)
      expect(isName(field?.value?.get('SubFilter'), 'ETSI.RFC3161')).toBe(true)
      expect(field?.dict.get('Rect')).toEqual([0, 0, 0, 0])
    })
    expect(inspectPdf(file).hasUnsignedTail).toBe(false)
  })

  test('takes a name that is free', async () => {
    const file = await stamped(await stamped(await signTestPdf(makeTestPdf(), signer)))
    const names = inspectPdf(file).signatureFields.map(({ name }) => name)
    expect(names.slice(1)).toEqual(['Timestamp1', 'Timestamp2'])
  })

  test.runIf(hasOpenssl)('is verified by openssl over all that it covers', async () => {
    const file = await stamped(await signTestPdf(makeTestPdf(), signer))
    const text = file.toString('latin1')
    const [, , gap = 0, next = 0] = (
      /\/ByteRange \[(\d+) (\d+) (\d+) \d+ *\][^>]*$/.exec(text.slice(0, text.lastIndexOf('/Contents'))) ?? []
    ).map(Number)
    expect(file.subarray(next).length + gap).toBeLessThan(file.length)
    writeFileSync(join(folder, 'data'), Buffer.concat([file.subarray(0, gap), file.subarray(next)]))
    const token = withPdf(file, (document) => {
      const contents = readFields(document).signatureFields.at(-1)?.value?.get('Contents')
      return contents instanceof PdfString ? Buffer.from(contents.bytes) : Buffer.alloc(0)
    })
    writeFileSync(join(folder, 'token'), token.subarray(0, 4 + token.readUInt16BE(2)))
    writeFileSync(join(folder, 'root.pem'), new X509Certificate(root.certificate).toString())
    const args = ['-data', 'data', '-in', 'token', '-token_in', '-CAfile', 'root.pem']
    expect(runOpenssl(folder, 'ts', '-verify', ...args)).toMatchObject({ ok: true })
  })

  test('of other bytes is rejected', async () => {
    const wrong: TimestampSource = () => Promise.resolve(makeTestToken(tsa, { imprint: imprintOf(Buffer.from('x')) }))
    await expect(addDocumentTimestamp(makeTestPdf(), wrong)).rejects.toMatchObject({
      code: 'TIMESTAMP_INVALID',
      facts: { fault: 'IMPRINT' },
    })
  })

  test('that does not fit is rejected', async () => {
    const small = addDocumentTimestamp(makeTestPdf(), timestamp, { contentsSize: 100 })
    await expect(small).rejects.toMatchObject({ code: 'SIGNATURE_TOO_LARGE' })
  })

  test('may use a longer digest', async () => {
    const asked: number[] = []
    const source: TimestampSource = (message) => {
      asked.push(message instanceof Uint8Array ? 0 : message.digest.length)
      return Promise.reject(new Error('enough'))
    }
    await expect(addDocumentTimestamp(makeTestPdf(), source, { digestAlgorithm: 'SHA-512' })).rejects.toThrow('enough')
    expect(asked).toEqual([64])
  })
})

describe('evidence and timestamp in one go', () => {
  const evidence = { certificates: [Buffer.from('A')], ocsps: [], crls: [] }

  test.each([
    ['a classic file', makeTestPdf()],
    ['a file whose form and lists stand in the catalogue', withDirectForm()],
  ])('are two revisions behind %s, and neither loses the other', (_what, base) => {
    const { tail } = prepareArchive(base, { evidence, timestamp: { digestAlgorithm: 'SHA-256', contentsSize: 100 } })
    const file = Buffer.concat([base, tail])
    const revisions = inspectPdf(base).revisions + 2
    expect(inspectPdf(file)).toMatchObject({ revisions, signatureFields: [{ name: 'Timestamp1', signed: true }] })
    withPdf(file, ({ catalog }) => expect(catalog.dict.get('DSS')).toBeDefined())
  })
})

/** A file whose catalogue holds the form itself. */
function withDirectForm(): Buffer {
  const catalog = `<< /Type /Catalog /Pages ${emptyParts.pageTree} 0 R /AcroForm << /Fields [] >> >>`
  return appendRevision(Buffer.from(makeTestPdf()), { [emptyParts.catalog]: catalog })
}
