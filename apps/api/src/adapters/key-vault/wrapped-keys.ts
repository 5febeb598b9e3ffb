import type { KeyBinding, KeyVault } from '../../modules/certificates/ports.ts'
import { wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { openWithPin, sealUnderPin } from './envelope.ts'

/** What a vault key is bound to in both of its layers. */
export const vaultKeyBinding = ({ userId, certificateId }: KeyBinding): string => `vault-key:${userId}:${certificateId}`

/** The vault over the server's keys: see envelope.ts for the inner layer. */
export function openKeyVault(serverKeys: ServerKeys): KeyVault {
  return {
    protect: async (key, pin, binding) => {
      const text = vaultKeyBinding(binding)
      const sealed = await sealUnderPin(key, pin, Buffer.from(text))
      const wrappedKey = await serverKeys.wrap(sealed, text)
      return { wrappedKey, serverKeyVersion: wrappedKeyVersion(wrappedKey) }
    },
    open: async (wrappedKey, pin, binding) => {
      const text = vaultKeyBinding(binding)
      return openWithPin(await serverKeys.unwrap(wrappedKey, text), pin, Buffer.from(text))
    },
  }
}
