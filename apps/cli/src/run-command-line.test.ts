import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from './run-command-line.ts'

const OPENSSL = 'openssl'
const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'rubrica-cli-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const PDF = `%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>
endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
trailer
<< /Size 4 /Root 1 0 R >>
startxref
203
%%EOF
`

/** An RGB picture as its header claims it, with whatever dots it is given. */
function png(width: number, height: number, dots: Buffer): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', dots), chunk('IEND', Buffer.alloc(0))])
}

interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function rubrica(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  let out = ''
  let err = ''
  const code = await runCommandLine(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env,
    askSecret: null,
  })
  return { code, out, err }
}

const answerOf = ({ out }: Outcome): { ok: boolean; code?: string; files: { ok: boolean; code?: string }[] } =>
  JSON.parse(out) as ReturnType<typeof answerOf>

beforeEach(() => {
  writeFileSync(path('in.pdf'), PDF)
  writeFileSync(path('bad.pdf'), 'This is no PDF.')
})

describe('the command line teaches', () => {
  test('without a command it shows the list and counts as typed wrongly', async () => {
    expect(await rubrica([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('sign') as string })
  })

  test.each([['--help'], ['help', 'sign'], ['sign', '--help'], ['render', 'x.pdf', '-h']])('%s %s', async (...args) => {
    expect(await rubrica(args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: rubrica') as string,
      err: '',
    })
  })

  test('an unknown command is named', async () => {
    expect(await rubrica(['sing'])).toMatchObject({ code: 2, err: expect.stringContaining('"sing"') as string })
  })

  test.each([
    ['sign'],
    ['sign', 'in.pdf'],
    ['sign', 'in.pdf', '--p12', 'k.p12'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--page', '0'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--box', '1,2,3'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--image', 'i.png'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--tsa', 'ftp://x'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--tsa', 'https://me:50%@tsa.example/'],
    ['sign', 'a.pdf', 'b.pdf', '--p12', 'k.p12', '--out', 'one.pdf'],
    ['sign', 'in.pdf', '--wrong'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--pkcs11', 'm.so', '--out', 'out.pdf'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--certify', '4'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--lock', 'a', '--lock-all'],
    ['sign', 'in.pdf', '--p12', 'k.p12', '--out', 'out.pdf', '--field', 'a', '--lock-all'],
    ['render', 'in.pdf', '--out', 'p.jpg', '--dpi', '0'],
    ['verify'],
    ['verify', 'a.pdf', 'b.pdf'],
    ['verify', 'a.pdf', '--at', 'yesterday'],
    ['verify', 'a.pdf', '--at', '2026-02-31T99'],
    ['verify', 'a.pdf', '--at', '2026-02-30'],
    ['inspect'],
    ['user', 'constructor', 'ana'],
    ['send', 'in.pdf', '--to', 'ana', '--page', '1', '--box', '1,,20,30'],
    ['send', 'in.pdf', '--to', 'ana', '--page', '1', '--box', '1,1,0,30'],
  ])('%s %s %s %s %s %s %s %s is typed wrongly', async (...args) => {
    const { code, out, err } = await rubrica(args.filter(Boolean))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^[^\n]+\.\n"rubrica (sign|render|verify|inspect|user|send) --help"/)
  })
})

test('a result never overwrites an input, whatever its name', async () => {
  linkSync(path('in.pdf'), path('link.pdf'))
  const asked = await rubrica(['sign', path('in.pdf'), '--p12', 'k.p12', '--pin', 'x', '--out', path('link.pdf')])
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('overwrite') as string })
})

describe.runIf(hasOpenssl)('signing', () => {
  const pin = 'Señal 9'

  beforeAll(() => {
    const usage = ['-addext', 'keyUsage=critical,nonRepudiation', '-addext', 'basicConstraints=critical,CA:FALSE']
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', path('k.pem')]
    const make = (name: string, ...more: string[]): void => {
      const certificate = ['-x509', '-subj', '/CN=Ana', '-out', path('c.pem'), ...key, ...more]
      spawnSync(OPENSSL, ['req', ...certificate])
      const files = ['-inkey', path('k.pem'), '-in', path('c.pem'), '-out', path(name)]
      spawnSync(OPENSSL, ['pkcs12', '-export', ...files, '-passout', `pass:${pin}`])
    }
    make('ana.p12', ...usage)
    make('ca.p12', '-addext', 'basicConstraints=critical,CA:TRUE')
    writeFileSync(path('pin.txt'), `${pin}\n`)
  })

  const withKey = (key = 'ana.p12'): string[] => ['--p12', path(key), '--pin-file', path('pin.txt')]

  test('adds behind the original bytes', async () => {
    const { code, out, err } = await rubrica(['sign', path('in.pdf'), ...withKey(), '--out', path('out.pdf')])
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: `Signed ${path('out.pdf')}\n` })
    expect(readFileSync(path('out.pdf'), 'latin1').startsWith(PDF)).toBe(true)
    expect(readFileSync(path('in.pdf'), 'latin1')).toBe(PDF)
  })

  test('signs many files although one cannot be signed, and says so for each', async () => {
    const files = [path('in.pdf'), path('bad.pdf'), path('missing.pdf')]
    const outcome = await rubrica(['sign', ...files, ...withKey(), '--out', `${path('many')}/`, '--json'])
    expect(outcome.code).toBe(1)
    const codes = answerOf(outcome).files.map(({ ok, code }) => (ok ? 'OK' : code))
    expect(codes).toEqual(['OK', 'NOT_A_PDF', 'ENOENT'])
    expect(outcome.err.trim().split('\n')).toHaveLength(3)
    expect(readdirSync(path('many'))).toEqual(['in.pdf'])
  })

  test('certifies a document once, and locks its fields', async () => {
    const sign = (input: string, output: string, ...more: string[]) =>
      rubrica(['sign', path(input), ...withKey(), '--out', path(output), ...more])
    expect((await sign('in.pdf', 'certified.pdf', '--certify', '2', '--lock', 'Total')).code).toBe(0)
    const words = readFileSync(path('certified.pdf'), 'latin1')
    expect(words).toMatch(/\/DocMDP[^]*\/P 2>>[^]*\/FieldMDP[^]*\/Fields \[\(Total\)\]/)
    expect(await sign('certified.pdf', 'twice.pdf', '--certify', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('first signature') as string,
    })
  })

  test('with a token whose module is not there fails in one sentence', async () => {
    const token = ['--pkcs11', '/nowhere/module.so', '--pin', '1234', '--out', path('no.pdf')]
    const outcome = await rubrica(['sign', path('in.pdf'), ...token])
    expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(/^The PKCS#11 module [^\n]+\n$/) as string })
  })

  test('takes the PIN from the environment', async () => {
    const args = ['sign', path('in.pdf'), '--p12', path('ana.p12'), '--out', path('env.pdf')]
    expect((await rubrica(args, { RUBRICA_PIN: pin })).code).toBe(0)
    expect((await rubrica(args)).code).toBe(2)
  })

  test('with a wrong PIN fails in one sentence that does not repeat it', async () => {
    const key = ['--p12', path('ana.p12'), '--pin', 'not-the-pin']
    const outcome = await rubrica(['sign', path('in.pdf'), ...key, '--out', path('no.pdf'), '--json'])
    expect(outcome).toMatchObject({ code: 1, err: 'The PIN of the key file is wrong.\n' })
    expect(answerOf(outcome)).toMatchObject({ ok: false, code: 'P12_WRONG_PASSWORD' })
    expect(outcome.out + outcome.err).not.toContain('not-the-pin')
  })

  test('with an unsuitable certificate wants to be told twice', async () => {
    const args = ['sign', path('in.pdf'), ...withKey('ca.p12'), '--out', path('ca.pdf')]
    expect(await rubrica(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('certificate authority') as string,
    })
    expect((await rubrica([...args, '--allow-unsuitable'])).code).toBe(0)
  })

  test('with a key that the file does not have lists those that it has', async () => {
    const args = ['sign', path('in.pdf'), ...withKey(), '--key', 'biel', '--out', path('no.pdf'), '--json']
    const outcome = await rubrica(args)
    expect(outcome).toMatchObject({ code: 2, err: expect.stringMatching(/1 {2}Ana, EC-256/) as string })
    expect(answerOf(outcome)).toMatchObject({ code: 'USAGE', keys: [{ number: 1, alias: 'Ana', usable: true }] })
  })

  test.each([
    ['claims sixty thousand by sixty thousand', png(60_000, 60_000, deflateSync(Buffer.alloc(100)))],
    ['claims more than it has', png(4000, 4000, deflateSync(Buffer.alloc(100)))],
    ['has a hundred megabytes where it claims ten dots', png(10, 10, deflateSync(Buffer.alloc(100 * 1024 * 1024)))],
    ['claims no size', png(0, 0, deflateSync(Buffer.alloc(1)))],
    ['claims the largest JPEG', Buffer.from('ffd8ffc0001108ffffffff03011100021100031100ffd9', 'hex')],
    ['is a PDF', Buffer.from(PDF)],
  ])('with an image that %s is refused in one sentence', async (_what, image) => {
    writeFileSync(path('image'), image)
    const place = ['--page', '1', '--box', '50,50,200,80', '--image', path('image')]
    const outcome = await rubrica(['sign', path('in.pdf'), ...withKey(), ...place, '--out', path('no.pdf')])
    expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]*image[^\n]*\n$/i) as string })
    expect(existsSync(path('no.pdf'))).toBe(false)
  })

  test('leaves nothing half-written when the place is no good', async () => {
    mkdirSync(path('full'))
    writeFileSync(path('full/in.pdf'), 'old')
    const unreachable = ['--tsa', 'http://127.0.0.1:9/']
    const outcome = await rubrica(['sign', path('in.pdf'), ...withKey(), ...unreachable, '--out', path('full')])
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('timestamp authority') as string })
    expect(readdirSync(path('full'))).toEqual(['in.pdf'])
    expect(readFileSync(path('full/in.pdf'), 'utf8')).toBe('old')
  })
})

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

describe('rendering', () => {
  test('draws the page as a JPEG', async () => {
    const outcome = await rubrica(['render', path('in.pdf'), '--dpi', '72', '--out', path('p.jpg'), '--json'])
    expect(answerOf(outcome).files).toEqual([
      expect.objectContaining({ ok: true, width: 595, height: 842, pageCount: 1 }),
    ])
    expect(readFileSync(path('p.jpg')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  })

  test('of a page that is not there fails in one sentence', async () => {
    const outcome = await rubrica(['render', path('in.pdf'), '--page', '2', '--out', path('none.jpg')])
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('does not have that page') as string })
  })
})
