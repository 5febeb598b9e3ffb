import { isBadAddress } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import type { DeliveryReport, MailLedger } from './ports.ts'

export interface TakeReport {
  readonly ledger: Pick<MailLedger, 'report'>
  /** @returns undefined for what is no report about a mail of ours */
  readonly read: (source: Uint8Array) => DeliveryReport | undefined
  readonly log: Log
  readonly now: () => Date
}

/** Takes what came to the address that mails return to. Whatever it is, nobody answers it: a mail server would answer back. */
export async function takeReport({ ledger, read, log, now }: TakeReport, source: Uint8Array): Promise<void> {
  const report = read(source)
  if (!report) {
    log.info({ bytes: source.length }, 'A mail that is no report came to the address that mails return to.')
    return
  }
  const { returnCode, state, answer } = report
  const isBad = isBadAddress(answer.code, answer.status)
  const isKnown = await ledger.report(returnCode, { state, answer, isBadAddress: isBad, at: now() })
  if (!isKnown) log.warn({ state }, 'A report came about a mail that this portal has not sent, or has forgotten.')
}
