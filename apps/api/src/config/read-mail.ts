import { isEmail } from '@rubrica/domain'
import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

export interface MailConfig {
  readonly url: Secret
  readonly from: string
  /** Where mails return to, and what a mail server proves itself with when it brings what came there. */
  readonly reports: { readonly address: string; readonly token: Secret } | undefined
}

const DEFAULT_SENDER = 'Rúbrica <no-reply@rubrica.invalid>'
/** Octets of a local part (RFC 5321, 4.5.3.1.1), less a plus sign and the code of a mail. */
const MOST_LOCAL_PART = 64 - 33
const TOKEN = /^[\w.~+/=-]{32,}$/

export function readMail(read: EnvironmentReader): MailConfig | undefined {
  const url = read.address('SMTP_URL', ['smtp', 'smtps'])
  const reports = readReports(read)
  return url === undefined
    ? undefined
    : { url: new Secret(url), from: read.text('MAIL_FROM') ?? DEFAULT_SENDER, reports }
}

function readReports(read: EnvironmentReader): MailConfig['reports'] {
  const address = read.text('MAIL_RETURN_ADDRESS')
  if (address === undefined) return undefined
  if (!isEmail(address) || address.lastIndexOf('@') > MOST_LOCAL_PART) {
    read.problems.push(
      `MAIL_RETURN_ADDRESS must be a mail address with at most ${MOST_LOCAL_PART} characters before the @.`,
    )
  }
  return { address, token: new Secret(read.required('MAIL_REPORTS_TOKEN', TOKEN)) }
}
