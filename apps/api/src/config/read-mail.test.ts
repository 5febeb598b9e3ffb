import { expect, test } from 'vitest'
import { EnvironmentReader } from './environment-reader.ts'
import { readMail } from './read-mail.ts'

const TOKEN = 'x'.repeat(32)
const BASE = { SMTP_URL: 'smtp://mail.example.org' }

function problemsOf(env: Record<string, string>) {
  const read = new EnvironmentReader({ ...BASE, ...env })
  return { mail: readMail(read), problems: read.problems }
}

test('without an address that mails return to, nobody brings reports', () => {
  const { mail, problems } = problemsOf({ MAIL_REPORTS_TOKEN: TOKEN })
  expect(mail).toMatchObject({ reports: undefined })
  expect(problems).toEqual([])
})

test('the address leaves room for the code of a mail, and needs a token that nobody guesses', () => {
  const name = 'b'.repeat(31)
  const whole = problemsOf({ MAIL_RETURN_ADDRESS: `${name}@example.org`, MAIL_REPORTS_TOKEN: TOKEN })
  expect(whole.problems).toEqual([])
  expect(whole.mail?.reports?.token.reveal()).toBe(TOKEN)
  for (const [env, problem] of [
    [
      { MAIL_RETURN_ADDRESS: `${name}b@example.org`, MAIL_REPORTS_TOKEN: TOKEN },
      /^MAIL_RETURN_ADDRESS .* 31 characters/,
    ],
    [{ MAIL_RETURN_ADDRESS: 'example.org', MAIL_REPORTS_TOKEN: TOKEN }, /^MAIL_RETURN_ADDRESS /],
    [{ MAIL_RETURN_ADDRESS: 'b@example.org' }, /^MAIL_REPORTS_TOKEN is missing/],
    [{ MAIL_RETURN_ADDRESS: 'b@example.org', MAIL_REPORTS_TOKEN: 'short' }, /^MAIL_REPORTS_TOKEN is not in its form/],
  ] as const) {
    expect(problemsOf(env).problems).toEqual([expect.stringMatching(problem)])
  }
})
