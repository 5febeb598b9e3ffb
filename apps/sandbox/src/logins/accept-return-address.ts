const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/** Whether an answer may be sent to this address: any program on this machine may try its log-in. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  return (protocol === 'http:' || protocol === 'https:') && LOOPBACK_HOSTS.includes(hostname)
}

/** The same for a content policy, in which redirects count as targets of the form that led to them. */
export const PORTALS = "'self' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*"
