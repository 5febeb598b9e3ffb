/**
 * How far a mail has come: to be tried again, taken by the mail server that it was given to, refused by it for good,
 * brought to its reader, or returned by a server further on.
 */
export const MAIL_STATES = ['waiting', 'taken', 'refused', 'delivered', 'returned'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * What a mail to somebody on a document says: what is asked of them, a reminder, that a copy is there or the signed
 * file, that nothing is asked any more, the sender's no to passing on, or something else.
 */
export const MAIL_SUBJECTS = ['asked', 'reminded', 'copy', 'signed', 'lost', 'declined', 'other'] as const
export type MailSubject = (typeof MAIL_SUBJECTS)[number]

/**
 * Whether an address does not exist or takes no mail, by the codes of a mail server's answer: RFC 3463 keeps 5.1 for
 * addresses and 5.2 for mailboxes. A refusal for other reasons, such as a policy, says nothing of the address.
 * @param code of RFC 5321, which counts where there is no status
 * @param status of RFC 3463
 */
export function isBadAddress(code: number | null, status: string | null): boolean {
  if (status !== null) return /^5\.[12]\./.test(status)
  return code === 550 || code === 551 || code === 553
}

const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** @param words of a mail server @returns the status of RFC 3463 in them; RFC 2034 puts it first */
export const mailStatusIn = (words: string): string | null => STATUS.exec(words.slice(0, 100))?.[0] ?? null
