import { createKey, revokeKey, type ManageKeys } from '../../modules/personal-keys/manage-keys.ts'
import type { PersonalKey } from '../../modules/personal-keys/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

const toAnswer = (key: PersonalKey) => ({
  Guid: key.id,
  Name: key.name,
  Scopes: [...key.scopes],
  Subscription: key.subscriptionId,
  CreatedAt: key.createdAt.toISOString(),
  ExpiresAt: key.expiresAt.toISOString(),
  LastUsedAt: key.lastUsedAt?.toISOString() ?? null,
})

type KeyCalls = 'personalKeys' | 'createPersonalKey' | 'revokePersonalKey'

/** What people do with the keys of programs that act for them. */
export function personalKeyHandlers(ports: ManageKeys): Pick<Handlers, KeyCalls> {
  return {
    personalKeys: async ({ caller }) => (await ports.keys.list(caller.userId, ports.now())).map(toAnswer),
    createPersonalKey: async ({ caller, body }) => {
      const made = await createKey(ports, caller, {
        name: body.Name,
        scopes: body.Scopes,
        expiresAt: new Date(body.ExpiresAt),
        subscriptionId: body.Subscription,
      })
      return { ...toAnswer(made), Key: made.key }
    },
    revokePersonalKey: async ({ caller, params }) => {
      await revokeKey(ports, caller.userId, params.keyGuid)
      return null
    },
  }
}
