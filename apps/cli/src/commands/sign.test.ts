import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, folderOfDocuments, hasOpenssl, OPENSSL, PDF, rubrica } from '../../tests/command-line-scene.ts'

const path = folderOfDocuments()

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
