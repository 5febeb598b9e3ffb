import type { Mailer } from '../../ports/mail.ts'
import type { ClaimedMail, MailWriter, SenderNewsStore } from './ports.ts'

export interface NotifySender {
  readonly news: SenderNewsStore
  readonly writer: Pick<MailWriter, 'toSender'>
  readonly mailer: Mailer
  readonly now: () => Date
}

/**
 * Tells a person by mail what happened to the documents that they sent, until nothing is due. What a mail holds does
 * not change between tries, so that one that the mail server took just before a crash is the same when it is sent again.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function notifySender(ports: NotifySender, senderId: string): Promise<void> {
  for (;;) {
    const claimed = await ports.news.claim(senderId)
    if (!claimed) return
    await send(ports, claimed).catch(async (failure: unknown) => {
      await ports.news.release(claimed)
      throw failure
    })
    await ports.news.markTold(claimed, ports.now())
  }
}

/** Without a mail server, and without anybody to tell, nothing is sent, and no further try would change that. */
async function send({ news, writer, mailer }: NotifySender, claimed: ClaimedMail): Promise<void> {
  const mail = await news.read(claimed)
  if (mail) await mailer.send(writer.toSender(mail))
}
