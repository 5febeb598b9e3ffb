import type { Log } from '../../ports/log.ts'
import type { Mailer } from '../../ports/mail.ts'

/** Where no mail server is named: mails are dropped, and the log says so of each. */
export const dropMails = (log: Log): Mailer => ({
  // A subject may name a file and with it a person.
  send: async ({ id }) => {
    log.warn({ mail: id }, 'A mail was not sent, because SMTP_URL is not set.')
    return 'dropped'
  },
})
