import type { Adapter, AdapterPayload } from 'oidc-provider'

const MAX_ENTRIES = 5000

/** What an issuer remembers of log-ins under way: forgotten when the sandbox ends, which costs a new log-in. */
export interface IssuerMemory {
  readonly adapter: (model: string) => Adapter
  clear(): void
}

export function createIssuerMemory(): IssuerMemory {
  const entries = new Map<string, AdapterPayload>()
  const forget = (matches: (payload: AdapterPayload) => boolean): void => {
    for (const [key, payload] of entries) if (matches(payload)) entries.delete(key)
  }
  const adapter = (model: string): Adapter => {
    const key = (id: string): string => `${model}:${id}`
    const findBy = (member: 'uid' | 'userCode', value: string): AdapterPayload | undefined =>
      [...entries].find(([name, payload]) => name.startsWith(`${model}:`) && payload[member] === value)?.[1]
    return {
      upsert: async (id, payload) => {
        entries.set(key(id), payload)
        const [oldest] = entries.keys()
        if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
      },
      find: async (id) => entries.get(key(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = entries.get(key(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => forget((payload) => payload.grantId === grantId),
    }
  }
  return { adapter, clear: () => entries.clear() }
}
