import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  answerOf,
  folderOfDocuments,
  hasOpenssl,
  OPENSSL,
  PDF,
  rubrica,
  type Outcome,
} from '../../tests/command-line-scene.ts'

const path = folderOfDocuments()

describe.runIf(hasOpenssl)('verifying', () => {
  interface Report {
    readonly integrity: string
    readonly trust: string
    readonly signatures: readonly Record<string, unknown>[]
    readonly warnings: readonly string[]
  }
  const reportOf = ({ out }: Outcome): Report => JSON.parse(out) as Report

  beforeAll(async () => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', path('v.pem')]
    mkdirSync(path('trusted'))
    const extensions = ['-addext', 'keyUsage=critical,nonRepudiation', '-addext', 'basicConstraints=critical,CA:FALSE']
    const certificate = path('trusted/biel.pem')
    spawnSync(OPENSSL, ['req', '-x509', '-subj', '/CN=Biel', '-out', certificate, ...key, ...extensions])
    const files = ['-inkey', path('v.pem'), '-in', certificate, '-out', path('biel.p12')]
    spawnSync(OPENSSL, ['pkcs12', '-export', ...files, '-passout', 'pass:1234'])
    writeFileSync(path('in.pdf'), PDF)
    const signer = ['--p12', path('biel.p12'), '--pin', '1234']
    await rubrica(['sign', path('in.pdf'), ...signer, '--out', path('signed.pdf')])
    const signed = readFileSync(path('signed.pdf'))
    signed[signed.indexOf('595')] = 0x36
    writeFileSync(path('changed.pdf'), signed)
  })

  test('passes when the signer is trusted and the document is what was signed', async () => {
    const outcome = await rubrica(['verify', path('signed.pdf'), '--trust', path('trusted'), '--json'])
    expect(outcome).toMatchObject({ code: 0, err: '' })
    const report = reportOf(outcome)
    expect(Object.keys(report)).toEqual(['integrity', 'trust', 'signatures', 'warnings'])
    expect(report).toMatchObject({ integrity: 'intact', trust: 'anchored', warnings: [] })
    expect(report.signatures).toEqual([
      {
        field: expect.any(String) as string,
        signer: 'Biel',
        indication: 'TOTAL-PASSED',
        subIndication: null,
        level: 'PAdES-BASELINE-B',
        signedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        provedAt: null,
        coversRevision: 2,
        changes: [],
      },
    ])
  })

  test('fails in sentences when nobody is trusted', async () => {
    const { code, out, err } = await rubrica(['verify', path('signed.pdf')])
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out).toContain('the document is as it was signed')
    expect(out).toContain('No chain leads from the signer to a trusted certificate (NO_CERTIFICATE_CHAIN_FOUND)')
  })

  test('fails when the document was changed', async () => {
    const outcome = await rubrica(['verify', path('changed.pdf'), '--trust', path('trusted/biel.pem'), '--json'])
    expect(outcome.code).toBe(1)
    expect(reportOf(outcome)).toMatchObject({
      integrity: 'broken',
      signatures: [{ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' }],
      warnings: ['SIGNATURE_BROKEN'],
    })
  })

  test('tells what was added later, and that it is allowed', async () => {
    const key = ['--p12', path('biel.p12'), '--pin', '1234']
    await rubrica(['sign', path('signed.pdf'), ...key, '--out', path('twice.pdf')])
    const { code, out } = await rubrica(['verify', path('twice.pdf'), '--trust', path('trusted')])
    expect(code).toBe(0)
    expect(out).toContain('It covers revision 2 of 3.')
    expect(out).toContain('a signature was added or changed (allowed: further signatures may be added).')
  })

  test('answers as of another moment', async () => {
    const args = ['verify', path('signed.pdf'), '--trust', path('trusted'), '--at', '2019-01-01', '--json']
    const outcome = await rubrica(args)
    expect(outcome.code).toBe(1)
    expect(reportOf(outcome).signatures).toMatchObject([{ indication: 'INDETERMINATE' }])
  })

  test('of a document without signatures fails, since nobody signed it', async () => {
    const outcome = await rubrica(['verify', path('in.pdf')])
    expect(outcome).toMatchObject({ code: 1, out: expect.stringContaining('no signatures') as string })
    const answer = reportOf(await rubrica(['verify', path('in.pdf'), '--json']))
    expect(answer).toMatchObject({ integrity: 'suspicious', signatures: [], warnings: ['NO_SIGNATURES'] })
  })

  test.each([
    ['bad.pdf', 'NOT_A_PDF'],
    ['missing.pdf', 'ENOENT'],
  ])('of %s fails in one sentence', async (name, code) => {
    const outcome = await rubrica(['verify', path(name), '--json'])
    expect(outcome.code).toBe(1)
    expect(answerOf(outcome)).toMatchObject({ ok: false, code })
    expect(outcome.err.trim().split('\n')).toHaveLength(1)
  })

  test('wants certificates where it is told that they are', async () => {
    mkdirSync(path('empty'))
    const outcome = await rubrica(['verify', path('signed.pdf'), '--trust', path('empty')])
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining('holds no certificate') as string })
  })

  test('and looking at a document tells what it is made of', async () => {
    const { code, out } = await rubrica(['inspect', path('signed.pdf')])
    expect(code).toBe(0)
    expect(out).toMatch(/PDF 1\.7, 1 page\n {2}revision 1 ends after \d+ bytes\n {2}revision 2/)
    expect(out).toContain('ETSI.CAdES.detached, covers revision 2')
    const answer = JSON.parse((await rubrica(['inspect', path('signed.pdf'), '--json'])).out) as unknown
    expect(answer).toMatchObject({
      ok: true,
      revisions: [{ number: 1, end: PDF.length }, { number: 2 }],
      fields: [{ signed: true, subFilter: 'ETSI.CAdES.detached', coversRevision: 2 }],
      securityStore: null,
    })
    const ownXref = PDF.lastIndexOf('startxref')
    writeFileSync(path('cut.pdf'), PDF.slice(0, ownXref))
    expect((await rubrica(['inspect', path('cut.pdf')])).out).toContain('damaged')
  })
})
