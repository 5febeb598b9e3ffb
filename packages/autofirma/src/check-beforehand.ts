import type { Verdict } from './diagnose-failure.ts'
import type { Surroundings } from './surroundings.ts'

/** What is known before anything is started. */
export interface Outlook {
  /** The browser will ask the person whether this page may reach programs of their machine. */
  readonly willAsk: boolean
  /** Why there is no use in trying. */
  readonly obstacle: Verdict | null
}

/** Looks at the browser's own rules, without starting the application or opening a connection. */
export async function checkBeforehand({ rules }: Pick<Surroundings, 'rules'>): Promise<Outlook> {
  const permission = await rules.localNetworkPermission()
  if (rules.isLocalPage()) return { willAsk: false, obstacle: null }
  return {
    willAsk: permission === 'prompt',
    obstacle: permission === 'denied' ? { cause: 'network-access-blocked', certainty: 'certain' } : null,
  }
}
