import { linkSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answerOf, folderOfDocuments, rubrica } from '../tests/command-line-scene.ts'

const path = folderOfDocuments()

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
