import type { MailSubject } from '@rubrica/domain'

/** By what the names of mails begin with; the adapter for mail gives these. */
const SUBJECTS: Readonly<Record<string, MailSubject>> = {
  'to-sign': 'asked',
  'to-approve': 'asked',
  'to-waiting': 'asked',
  'to-guest': 'asked',
  'remind-to-sign': 'reminded',
  'remind-to-approve': 'reminded',
  'to-reminded': 'reminded',
  'to-copy': 'copy',
  'to-signed-guest': 'signed',
  'to-signed-account': 'signed',
  'to-loser': 'lost',
  declined: 'declined',
}

/** What a mail is about, by its name in the ledger: `to-sign.<id of the signer>`. */
export const mailSubjectOf = (name: string): MailSubject => SUBJECTS[name.split('.')[0]!] ?? 'other'
