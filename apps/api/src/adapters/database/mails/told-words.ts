import { sql } from 'kysely'

/** What a mail server said, without the addresses in it: who sends does not know that of every account. */
export const toldWords = sql<string>`regexp_replace(mail_answers.words, '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g')`
