interface Key {
  readonly version: number
  readonly fingerprint: string
  readonly state: string
  readonly stagedAt: Date
  readonly activatedAt: Date | null
  readonly retiredAt: Date | null
}

interface Replica {
  readonly instance: string
  readonly role: string
  readonly release: string | null
  readonly seenAt: Date
  readonly keys: Readonly<Record<string, string>> | null
  readonly activeKey: number | null
}

/** Keys and servers as lines for people. */
export function describeKeys({
  keys,
  replicas,
}: {
  readonly keys: readonly Key[]
  readonly replicas: readonly Replica[]
}): string {
  const lines = keys.map((key) => {
    const since = key.retiredAt ?? key.activatedAt ?? key.stagedAt
    return `${String(key.version).padStart(4)}  ${key.state.padEnd(8)}  ${key.fingerprint}  ${since.toISOString()}`
  })
  const servers = replicas.map(({ instance, role, release, seenAt, keys: held, activeKey }) => {
    const versions = held === null ? 'does not tell its keys' : `holds ${Object.keys(held).join(', ')}`
    const wraps = activeKey === null ? '' : `, wraps with ${activeKey}`
    return `${instance}  ${role} ${release ?? ''}  ${versions}${wraps}  seen ${seenAt.toISOString()}`
  })
  return [...lines, ...(servers.length > 0 ? ['', ...servers] : ['', 'No server is running.'])].join('\n')
}
