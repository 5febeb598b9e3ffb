import { randomUUID } from 'node:crypto'
import { callerOf, ownerOf } from '../owner.ts'
import type { Sender } from '../sending/ports.ts'
import { requireAddress } from './keep-endpoints.ts'
import type { EndpointStore, MayBeTold } from './ports.ts'
import { newSecret } from './sign-message.ts'

export interface HoldCallbackPorts {
  readonly endpoints: Pick<EndpointStore, 'holdCallback'>
  readonly mayBeTold: MayBeTold
  readonly now: () => Date
}

/**
 * Has the address that a send names hear of what happens to its document. One address is one webhook of its owner,
 * whose documents name it as often as they like; that it stays where a send fails does no harm.
 * @throws {PortalError} VALIDATION_FAILED for an address that nothing is sent to
 */
export async function holdCallback(
  { endpoints, mayBeTold, now }: HoldCallbackPorts,
  sender: Sender,
  url: string,
): Promise<void> {
  requireAddress(mayBeTold, url, 'callback')
  // The operator has no list in which it would stand.
  if (!callerOf(sender)) return
  await endpoints.holdCallback({ id: randomUUID(), owner: ownerOf(sender), url, secret: newSecret(), at: now() })
}
