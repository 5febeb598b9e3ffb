import type { Mailer } from '../../ports/mail.ts'
import type { DisabledStore, WebhookMailWriter } from './ports.ts'

export interface TellDisabledPorts {
  readonly disabled: DisabledStore
  readonly writer: WebhookMailWriter
  readonly mailer: Mailer
}

/** Tells a person that nothing is sent to an endpoint any more. @throws what the mailer throws, so that the job is run again */
export async function tellDisabled(
  { disabled, writer, mailer }: TellDisabledPorts,
  { endpointId, userId }: { readonly endpointId: string; readonly userId: string },
): Promise<void> {
  const found = await disabled.findDisabled(endpointId, userId)
  if (found) await mailer.send(writer.toWebhookOwner(found))
}
