import type { Mailer, MailMessage } from '../../ports/mail.ts'
import type { ClaimedMail, NewsStore } from './ports.ts'

export interface TellNews<Mail> {
  readonly news: NewsStore<Mail>
  readonly write: (mail: Mail, claimed: ClaimedMail) => MailMessage | Promise<MailMessage>
  readonly mailer: Mailer
  /** Tells the same on the person's devices, once for each mail, where they are not told before. */
  readonly tellDevices?: (claimed: ClaimedMail) => Promise<void>
  /** The mail server has it. */
  readonly taken?: (mail: Mail) => Promise<void>
  readonly now: () => Date
}

/**
 * Tells a person by mail what happened to documents of theirs, until nothing is due. What a mail holds does not change
 * between tries, so that one that the mail server took just before a crash is the same when it is sent again.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function tellNews<Mail>(ports: TellNews<Mail>, readerId: string): Promise<void> {
  for (;;) {
    const claimed = await ports.news.claim(readerId)
    if (!claimed) return
    await send(ports, claimed).catch(async (failure: unknown) => {
      await ports.news.release(claimed)
      throw failure
    })
    await ports.news.markTold(claimed, ports.now())
  }
}

/** Without a mail server, and without anybody to tell, nothing is sent, and no further try would change that. */
async function send<Mail>(
  { news, write, mailer, tellDevices, taken }: TellNews<Mail>,
  claimed: ClaimedMail,
): Promise<void> {
  const mail = await news.read(claimed)
  if (!mail) return
  // First: the mail server may be away for long.
  await tellDevices?.(claimed)
  if ((await mailer.send(await write(mail, claimed))) === 'taken') await taken?.(mail)
}
