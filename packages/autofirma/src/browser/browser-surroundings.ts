import type { BrowserRules, PermissionAnswer, Surroundings, Timers } from '../surroundings.ts'
import { launchByAddress, launchByRequest } from './launch.ts'

/** A page, as the client needs it. With `launcher` that address is asked to start the application, not the machine. */
export function browserSurroundings(launcher?: string | null): Surroundings {
  return {
    launch: launcher ? (address) => launchByRequest(launcher, address) : launchByAddress,
    openSocket: (url) => new WebSocket(url),
    timers,
    rules,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
}

const timers: Timers = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Newer names first: the permission for the own machine was once one with that for the network around it. */
const PERMISSION_NAMES = ['loopback-network', 'local-network-access']

const FOCUS_EVENTS = ['blur', 'focus']

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

const rules: BrowserRules = {
  async localNetworkPermission() {
    for (const name of PERMISSION_NAMES) {
      const answer = await askPermission(name)
      if (answer !== 'unknown') return answer
    }
    return 'unknown'
  },
  isSecureContext: () => isSecureContext,
  watchPolicy(onBlocked) {
    const listen = (event: SecurityPolicyViolationEvent): void => onBlocked(addressOf(event))
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  },
  isLocalPage: () => LOCAL_HOST.test(location.hostname),
  watchFocus(onChange) {
    const listen = ({ type }: Event): void => onChange(type === 'focus')
    for (const type of FOCUS_EVENTS) window.addEventListener(type, listen)
    return () => FOCUS_EVENTS.forEach((type) => window.removeEventListener(type, listen))
  },
}

/** Chromium says nothing of the address of a frame whose scheme it does not know. */
const addressOf = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): string =>
  effectiveDirective === 'frame-src' && !blockedURI.includes(':') ? 'afirma:' : blockedURI

async function askPermission(name: string): Promise<PermissionAnswer> {
  try {
    const { state } = await navigator.permissions.query({ name: name as PermissionName })
    return state
  } catch {
    // A browser without this permission rejects its name; one without `permissions` at all throws.
    return 'unknown'
  }
}
