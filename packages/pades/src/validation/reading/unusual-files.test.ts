import { describe, expect, test } from 'vitest'
import { appendRevision, buildTestRevisions, makeTestPdf } from '@rubrica/pdf/testing'
import { signedParts } from '../../../testing/make-signed-pdf.ts'
import { validate } from '../validate.ts'
import { good, judge, policy, withCms } from '../../../testing/judge-signature.ts'

describe('signatures that no field shows', () => {
  const fieldless = '<< /Fields [] /SigFlags 3 >>'

  test('make a file suspicious', () => {
    const report = validate(withCms({}, { form: fieldless }), policy)
    expect(report).toMatchObject({ integrity: 'suspicious', signatures: [], warnings: ['SIGNATURE_ORPHANED'] })
  })

  /** An update that lists all objects anew and none of the signature, as if nothing came before. */
  const cutOff = (file: Buffer, trailer = ''): Buffer =>
    appendRevision(
      file,
      {
        [signedParts.catalog]: `<< /Type /Catalog /Pages ${signedParts.pageTree} 0 R >>`,
        [signedParts.pageTree]: '<< /Type /Pages /Kids [] /Count 0 >>',
      },
      `/Root ${signedParts.catalog} 0 R ${trailer}`,
    )

  test.each(['[0 ', '\n\t[ 0\r\n', '%\n[0 '])('make a file suspicious that no section lists, written %j', (before) => {
    const range = (right: readonly number[]): string => `${before}${right.slice(1).join(' \n')}  ]`
    const report = validate(cutOff(withCms({}, { range })), policy)
    expect(report).toMatchObject({ integrity: 'suspicious', signatures: [], warnings: ['SIGNATURE_ORPHANED'] })
  })

  test('are distinguished from those of an attached file, whose ranges fit that file', () => {
    const attached = Buffer.concat([Buffer.from('%PDF-1.7\n% in front\n'), withCms()])
    expect(validate(cutOff(attached), policy)).toMatchObject({ integrity: 'intact', warnings: [] })
  })

  test('are no matter when they were usage rights once, written in the catalogue itself', () => {
    const file = withCms({}, { form: `${fieldless} /Perms << /UR3 ${signedParts.signature} 0 R >>` })
    const text = file.toString('latin1')
    const [, rights = ''] = new RegExp(`${signedParts.signature} 0 obj\n(.*)\nendobj`).exec(text) ?? []
    const catalog = `<< /Type /Catalog /Pages ${signedParts.pageTree} 0 R /Perms << /UR3 ${rights} >> >>`
    expect(
      validate(
        appendRevision(appendRevision(file, { [signedParts.catalog]: catalog }), { [signedParts.catalog]: catalog }),
        policy,
      ),
    ).toMatchObject({
      integrity: 'intact',
      warnings: [],
    })
  })

  test('are not hidden by a previous section at 0', () => {
    const report = validate(cutOff(withCms(), '/Prev 0 '), policy)
    expect(report).toMatchObject({ integrity: 'broken', warnings: ['PDF_DAMAGED'] })
  })

  test('are judged when the catalogue names them as certification', () => {
    const form = `${fieldless} /Perms << /DocMDP ${signedParts.signature} 0 R >>`
    const report = validate(withCms({}, { form }), policy)
    expect(report.warnings).toContain('SIGNATURE_ORPHANED')
    expect(report.signatures).toMatchObject([{ field: '', indication: 'TOTAL-PASSED' }])
  })

  test('are no matter when they are usage rights', () => {
    const report = validate(
      withCms({}, { form: `${fieldless} /Perms << /UR3 ${signedParts.signature} 0 R >>` }),
      policy,
    )
    expect(report).toMatchObject({ integrity: 'intact', signatures: [], warnings: [] })
  })
})

describe('files that need a password', () => {
  const owner = '00'.repeat(32)
  const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${owner}> /U <${owner}> >> `
  const file = withCms({}, { trailer: encrypt })

  test('are intact as long as the signature covers them', () => {
    expect(judge(file)).toMatchObject(good)
  })

  test('are suspicious when something came later, which nobody can read', () => {
    const previous = /startxref\n(\d+)/.exec(file.toString('latin1'))?.[1]
    const report = validate(
      appendRevision(file, { 30: '(x)' }, `/Root ${signedParts.catalog} 0 R ${encrypt}/Prev ${previous}`),
      policy,
    )
    expect(report).toMatchObject({ integrity: 'suspicious', warnings: ['ENCRYPTED'] })
    expect(report.signatures[0]?.changes).toMatchObject([{ what: 'UNREADABLE', revision: 2, justifiedBy: null }])
  })

  test('are suspicious when no signature can be seen in them, which may stand where nobody can read', () => {
    const plain = Buffer.from(makeTestPdf())
    const previous = /startxref\n(\d+)/.exec(plain.toString('latin1'))?.[1]
    const locked = appendRevision(plain, { 30: '(x)' }, `/Root 1 0 R ${encrypt}/Prev ${previous}`)
    expect(validate(locked, policy)).toMatchObject({ integrity: 'suspicious', warnings: ['ENCRYPTED'], signatures: [] })
  })

  test('are suspicious when not even their form can be read', () => {
    const unreadable = Buffer.from(file)
    unreadable.write('0 obj', unreadable.indexOf(`${signedParts.field} 0 obj`), 'latin1')
    expect(validate(unreadable, policy)).toMatchObject({ integrity: 'suspicious', warnings: ['ENCRYPTED'] })
  })
})

describe('files that are not what they should be', () => {
  test('without signatures are intact, and nobody is trusted', () => {
    expect(validate(makeTestPdf(), policy)).toMatchObject({ integrity: 'intact', trust: 'unknown', signatures: [] })
  })

  test('may say that nothing comes before their first section by a 0', () => {
    const trailer = '/Root 1 0 R /Prev 0'
    const objects = { 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [] /Count 0 /ByteRange 0 >>' }
    expect(validate(buildTestRevisions([{ objects, trailer }]), policy).warnings).not.toContain('PDF_DAMAGED')
  })

  test('that are damaged are broken when they are signed', () => {
    const file = withCms()
    file.write('startxref\n1', file.lastIndexOf('startxref'), 'latin1')
    expect(validate(file, policy)).toMatchObject({ integrity: 'broken', warnings: ['PDF_DAMAGED'], signatures: [] })
  })

  test('that are no PDF are rejected', () => {
    expect(() => validate(Buffer.from('text'), policy)).toThrow(expect.objectContaining({ code: 'NOT_A_PDF' }))
  })

  test('that have octets behind their end are suspicious', () => {
    const file = Buffer.concat([withCms(), Buffer.from('more')])
    expect(judge(file)).toMatchObject({ integrity: 'suspicious', warnings: ['OCTETS_AFTER_END'] })
    expect(judge(Buffer.concat([withCms(), Buffer.from('\r\n\0')]))).toMatchObject({ integrity: 'intact' })
  })
})
