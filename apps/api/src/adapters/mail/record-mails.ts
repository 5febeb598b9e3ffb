import { randomBytes } from 'node:crypto'
import type { MailLedger } from '../../modules/mails/ports.ts'
import type { Mailer } from '../../ports/mail.ts'
import { answerOf, type MailTransport } from './smtp-transport.ts'

export interface MailRecording {
  readonly ledger: MailLedger
  /** The address that reports about a mail go to, by its code; undefined where none is set up. */
  readonly returnAddress: ((returnCode: string) => string) | undefined
  readonly now: () => Date
}

/** Gives mails to a mail server, and keeps what it says of each. */
export function recordMails(transport: MailTransport, { ledger, returnAddress, now }: MailRecording): Mailer {
  return {
    send: async (message) => {
      const { id: name, partId, partIds, to: address } = message
      const begun = { returnCode: randomBytes(16).toString('hex'), at: now() }
      const { mailId, returnCode } = await ledger.begin({ name, partId, partIds, address }, begun)
      const handed = await transport.hand(message, returnAddress?.(returnCode)).catch(async (error: unknown) => {
        await ledger.settle(mailId, { state: 'waiting', answer: answerOf(error), isBadAddress: false, at: now() })
        throw error
      })
      await ledger.settle(mailId, { ...handed, isBadAddress: handed.state === 'refused', at: now() })
      return handed.state
    },
  }
}
