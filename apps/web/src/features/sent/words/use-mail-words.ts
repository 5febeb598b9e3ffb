import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { MailToPerson } from '../sent-queries.ts'

type MailAnswer = MailToPerson['answers'][number]

/** A mail server will not have the mail, and nobody tries again. */
export const isUndelivered = ({ state }: MailAnswer) => state === 'refused' || state === 'returned'

/** Says how a mail fares, in one sentence. */
export function useMailWords(): (answer: MailAnswer) => string {
  const t = useText()
  const formats = useFormats()
  return ({ state, at, server, status, words }) =>
    t(`sent.mail.${state}`, { when: formats.moment(at), server, words: words || status || t('sent.mail.silent') })
}
