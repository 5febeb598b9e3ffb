import { describe, expect, it } from 'vitest'
import { findSignatures, findTimestamps, readPdfsig } from './ask-tools.mjs'

/** A file whose one signature object has this kind; its CMS is the DER value 3003020105, zeros behind it. */
function fileWith(subFilter: string): Buffer {
  const head = '%PDF-1.7\n1 0 obj\n<< /Type /Sig /Contents '
  const hole = '<3003020105000000>'
  const rest = (range: string): string => ` /ByteRange [${range}] /SubFilter /${subFilter} >>\nendobj\n%%EOF\n`
  const width = '0 000 000 000'.length
  const tail = rest(' '.repeat(width)).length
  const range = `0 ${head.length} ${head.length + hole.length} ${tail}`
  return Buffer.from(head + hole + rest(range.padEnd(width)))
}

describe('finding signatures in a file', () => {
  it('yields the covered bytes and the CMS without its padding', () => {
    const pdf = fileWith('ETSI.CAdES.detached')
    const [signature] = findSignatures(pdf)
    expect(signature?.cms.toString('hex')).toBe('3003020105')
    expect(signature?.signed.toString()).toBe(pdf.toString().replace(/<3003020105000000>/, ''))
  })

  it('leaves out document time-stamps and texts that only look like a signature', () => {
    expect(findSignatures(fileWith('ETSI.RFC3161'))).toEqual([])
    expect(findTimestamps(fileWith('ETSI.RFC3161'))).toHaveLength(1)
    expect(findTimestamps(fileWith('ETSI.CAdES.detached'))).toEqual([])
    expect(findSignatures(Buffer.from('/ByteRange [0 3 4 5] and more words'))).toEqual([])
  })
})

describe('reading pdfsig', () => {
  it('counts every signature but document time-stamps and empty fields', () => {
    const output = [
      'Signature #1:',
      '  - Signature Type: ETSI.CAdES.detached',
      '  - Signature Validation: Signature is Valid.',
      'Signature #2:',
      '  - Signature Type: adbe.pkcs7.detached',
      '  - Signature Validation: Digest Mismatch.',
      'Signature #3:',
      '  - Signature Type: unknown',
      '  - Signature Validation: Signature has not yet been verified.',
      'Signature #4:',
      '  - Signature Field Name: Later',
      '  The signature form field is not signed.',
    ].join('\n')
    expect(readPdfsig(output)).toEqual([
      { ok: true, says: 'Signature is Valid.' },
      { ok: false, says: 'Digest Mismatch.' },
    ])
  })
})
