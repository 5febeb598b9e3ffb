import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'
import { readReturnAddress } from './return-address.ts'

const CODE = '0123456789abcdef0123456789abcdef'
const ADDRESS = `bounces+${CODE}@sign.example.test`
const { codeIn, of } = readReturnAddress('Bounces@Sign.example.test')

interface Wish {
  readonly to?: string
  readonly status?: readonly string[]
  readonly type?: string
  readonly encoding?: string
}

const OF_READER = [
  'Final-Recipient: rfc822; ana@people.test',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; mx.people.test',
  'Diagnostic-Code: smtp; 550 5.1.1 <ana@people.test>: Recipient address',
  '    rejected: User unknown',
]

/** A report as mail servers write it. */
function report({ to = `To: ${ADDRESS}`, status = OF_READER, type = 'message/delivery-status', encoding }: Wish = {}) {
  return Buffer.from(
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mail.example.test (Mail Delivery System)',
      to,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="part/0"',
      '',
      '--part/0',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I could not deliver your mail.',
      '',
      '--part/0',
      'Content-Description: Delivery report',
      `Content-Type: ${type}`,
      ...(encoding === undefined ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
      '',
      ...(encoding === 'base64'
        ? [Buffer.from(['Reporting-MTA: dns; mail.example.test', '', ...status, ''].join('\n')).toString('base64')]
        : ['Reporting-MTA: dns; mail.example.test', '', ...status]),
      '',
      '--part/0',
      'Content-Type: text/rfc822-headers',
      '',
      'Message-ID: <to-sign.1@sign.example.test>',
      'To: ana@people.test',
      '',
      '--part/0--',
      '',
    ].join('\r\n'),
  )
}
const read = (wish?: Wish) => readReport(report(wish), codeIn)

test('a mail that could not be delivered is returned, with the server that says so and its words in one line', () => {
  const returned = {
    returnCode: CODE,
    state: 'returned',
    answer: {
      server: 'mx.people.test',
      code: 550,
      status: '5.1.1',
      words: '550 5.1.1 <ana@people.test>: Recipient address rejected: User unknown',
    },
  }
  expect(read()).toEqual(returned)
  expect(read({ encoding: 'base64' })).toEqual(returned)
})

test.each([
  ['failed', 'returned'],
  ['FAILED', 'returned'],
  ['delayed', 'taken'],
  ['delivered', 'delivered'],
  ['relayed', 'taken'],
  ['expanded', 'taken'],
])('what was %s is %s', (action, state) => {
  expect(read({ status: [`Action: ${action}`, 'Status: 4.4.1'] })).toMatchObject({
    state,
    answer: { server: 'mail.example.test', code: null, status: '4.4.1', words: '' },
  })
})

test.each([`Delivered-To: ${ADDRESS}`, `X-Original-To: ${ADDRESS.toUpperCase()}`, `Envelope-To: <${ADDRESS}>`])(
  'the address that it came to is found in %s',
  (to) => {
    expect(read({ to })).toMatchObject({ returnCode: CODE })
  },
)

test.each([
  'To: bounces@sign.example.test',
  `To: bounces+${CODE.slice(1)}@sign.example.test`,
  `To: bounces+${CODE}0@sign.example.test`,
  `To: bounces+${CODE}@elsewhere.test`,
  `To: other+${CODE}@sign.example.test`,
  `Subject: ${ADDRESS}`,
])('%s is no address of a mail of ours', (to) => {
  expect(read({ to })).toBeUndefined()
})

test('what is no report of a mail server is nothing: an answer of a person, of their absence, a part of another type', () => {
  expect(readReport(Buffer.from(`To: ${ADDRESS}\r\nSubject: Re: to sign\r\n\r\nThanks`), codeIn)).toBeUndefined()
  expect(
    readReport(Buffer.from(`To: ${ADDRESS}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.`), codeIn),
  ).toBeUndefined()
  expect(read({ type: 'text/plain' })).toBeUndefined()
  expect(read({ status: ['Action: exploded'] })).toBeUndefined()
  expect(read({ status: [] })).toBeUndefined()
})

test('any mail that is cut off is a report or nothing', () => {
  const whole = report()
  for (let length = 0; length < whole.length; length += 7) {
    const found = readReport(whole.subarray(0, length), codeIn)
    expect([undefined, CODE]).toContain(found?.returnCode)
  }
})

/** Of a mebibyte. */
const many = (piece: string) => piece.repeat(Math.floor((1024 * 1024 - 200) / piece.length))
const parted = `To: ${ADDRESS}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n`

test.each([
  ['parts in parts', many('Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n')],
  ['fields', `To: ${ADDRESS}\r\n${many('X-Padding: 1\r\n')}\r\n`],
  ['folded lines', `To: ${ADDRESS}\r\n${many('\r\n ')}`],
  ['colons', many(':')],
  ['empty lines', many('\r\n')],
  ['addresses', `To: ${many('a@b.test,')}\r\n\r\n`],
  ['parameters', `Content-Type: multipart/report; ${many('a="b"; ')}\r\n\r\n`],
  ['boundaries', parted + many('--b\r\n')],
  ['empty parts', parted + many('--b\r\n\r\n')],
  ['soft line ends', `${parted}--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${many('=\r\n')}`],
  ['groups', `${parted}--b\r\nContent-Type: message/delivery-status\r\n\r\n${many('a: b\r\n\r\n')}`],
])('a mail of nothing but %s is no report, and is gone through once', (_, hostile) => {
  expect(readReport(Buffer.from(hostile), codeIn)).toBeUndefined()
})

test('the words of a server are kept as far as anybody reads them', () => {
  const status = ['Action: failed', `Diagnostic-Code: smtp; 550 ${'ñ\u0000'.repeat(200_000)}`]
  expect(read({ status })!.answer.words.length).toBe(500)
})

test('the address of a mail has its code, and as many characters as are permitted', () => {
  expect(of(CODE)).toBe(`Bounces+${CODE}@Sign.example.test`)
  expect(codeIn(of(CODE))).toBe(CODE)
})
