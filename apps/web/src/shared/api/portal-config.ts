import type { PortalConfig } from '@rubrica/contract'

let loaded: PortalConfig | undefined
let loading: Promise<PortalConfig> | undefined

/**
 * Asks the server, once, for what the portal must know before anybody is logged in, and keeps it.
 * @throws {Error} when the server does not answer or answers something else.
 */
export function loadPortalConfig(): Promise<PortalConfig> {
  loading ??= askPortalConfig()
  return loading
}

async function askPortalConfig(): Promise<PortalConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  loaded = (await response.json()) as PortalConfig
  return loaded
}

/**
 * The deployment's settings.
 * @throws {TypeError} before `loadPortalConfig` has answered; nothing is drawn before that.
 */
export function portalConfig(): PortalConfig {
  if (!loaded) throw new TypeError('The configuration was read before it was loaded')
  return loaded
}
