import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CodedError } from '@rubrica/pki'
import { afterAll, describe, expect, test } from 'vitest'
import { appendRevision, classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { readFields } from '../src/fields/read-fields.ts'
import { openDecryption, type PdfDocument, PdfRef, PdfStream, type PdfString, withPdf } from '@rubrica/pdf'
import { makeSignedPdf } from '../testing/make-signed-pdf.ts'

const QPDF = 'qpdf'
const hasQpdf = spawnSync(QPDF, ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'rubrica-encrypted-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** By name, what qpdf calls them: key length and options. */
const ALGORITHMS = {
  'RC4 with 40 bits': ['40'],
  'RC4 with 128 bits': ['128', '--use-aes=n'],
  'AES with 128 bits': ['128', '--use-aes=y'],
  'AES with 128 bits, metadata in clear': ['128', '--use-aes=y', '--cleartext-metadata'],
  'AES with 256 bits, as Acrobat 9 had it': ['256', '--force-R5'],
  'AES with 256 bits': ['256'],
} as const
const NAMES = Object.keys(ALGORITHMS) as (keyof typeof ALGORITHMS)[]

function encrypt(bytes: Uint8Array, algorithm: keyof typeof ALGORITHMS, userPassword = ''): Uint8Array {
  writeFileSync(join(folder, 'in.pdf'), bytes)
  const encryption = ['--encrypt', userPassword, 'owner', ...ALGORITHMS[algorithm], '--']
  const files = [join(folder, 'in.pdf'), join(folder, 'out.pdf')]
  const { status } = spawnSync(QPDF, ['--allow-weak-crypto', '--object-streams=generate', ...encryption, ...files])
  // 3: done, with warnings.
  expect([0, 3]).toContain(status)
  return readFileSync(join(folder, 'out.pdf'))
}

/** What a reader sees who has no password. */
function read<Result>(bytes: Uint8Array, look: (document: PdfDocument) => Result): Result {
  return withPdf(bytes, (document) => {
    document.useDecryption(openDecryption(document))
    return look(document)
  })
}

function contentOfFirstPage(document: PdfDocument): string {
  const pages = document.resolveDict(document.catalog.dict.get('Pages'))
  const [first] = document.resolve(pages?.get('Kids')) as never[]
  const content = document.resolve(document.resolveDict(first)?.get('Contents'))
  return content instanceof PdfStream ? Buffer.from(document.decode(content)).toString('latin1') : ''
}

const fieldNames = (document: PdfDocument): string[] => readFields(document).signatureFields.map(({ name }) => name)

describe.runIf(hasQpdf).each(NAMES)('a file that %s protects from changes', (algorithm) => {
  test('is read in clear', () => {
    const plain = classicPdf({ pages: 2 })
    const protectedFile = encrypt(plain, algorithm)
    const content = withPdf(plain, contentOfFirstPage)
    expect(content).not.toBe('')
    expect(read(protectedFile, contentOfFirstPage)).toBe(content)
  })

  test('returns the names of its fields', () => {
    const plain = makeSignedPdf({ sign: () => new Uint8Array(4) })
    const protectedFile = encrypt(plain, algorithm)
    expect(() => withPdf(protectedFile, fieldNames)).toThrow(CodedError)
    expect(read(protectedFile, fieldNames)).toEqual(['Signature'])
  })
})

test.runIf(hasQpdf)('keys that are written twice are known as such in an encrypted file, too', () => {
  const file = Buffer.from(encrypt(classicPdf(), 'RC4 with 128 bits'))
  const { num, entries } = withPdf(file, ({ trailer, nextNumber }) => {
    const [root, encryption] = ['Root', 'Encrypt'].map((key) => `/${key} ${(trailer.get(key) as PdfRef).num} 0 R`)
    const [id] = trailer.get('ID') as PdfString[]
    const hex = Buffer.from((id as PdfString).bytes).toString('hex')
    return { num: nextNumber, entries: `${root} ${encryption} /ID [<${hex}> <${hex}>]` }
  })
  const previous = file.subarray(file.lastIndexOf('startxref')).toString('latin1').split('\n')[1]
  const update = appendRevision(file, { [num]: '<</A <</B 1 /B 2>>>>' }, `${entries} /Prev ${previous}`)
  const inner = read(update, (document) => document.resolveDict(document.resolveDict(new PdfRef(num))?.get('A')))
  expect(inner?.repeated).toEqual([['B', 1]])
})

describe('nothing is decrypted', () => {
  test('of a file in clear', () => {
    withPdf(packedPdf(), (document) => expect(openDecryption(document)).toBeNull())
  })

  test.runIf(hasQpdf).each(NAMES)('of a file that needs a password (%s)', (algorithm) => {
    const closed = encrypt(classicPdf(), algorithm, 'user')
    withPdf(closed, (document) => expect(openDecryption(document)).toBeNull())
  })
})
