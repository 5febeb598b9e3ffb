import type { ServerKeys } from '../../../ports/server-keys.ts'

/** What the secrets of an endpoint are bound to. */
export const webhookBinding = (endpointId: string): string => `webhook:${endpointId}`

/** The secrets of endpoints, as they are kept: under the server key. */
export interface SealedSecrets {
  seal(endpointId: string, secret: Uint8Array): Promise<Buffer>
  open(endpointId: string, sealed: Buffer): Promise<Uint8Array>
}

export function sealSecrets(serverKeys: ServerKeys): SealedSecrets {
  return {
    seal: async (id, secret) => Buffer.from(await serverKeys.wrap(secret, webhookBinding(id))),
    open: (id, sealed) => serverKeys.unwrap(sealed, webhookBinding(id)),
  }
}
