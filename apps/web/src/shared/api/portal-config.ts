import type { PortalConfig } from '@rubrica/contract'

let loaded: PortalConfig | undefined
let loading: Promise<PortalConfig> | undefined

/**
 * What the portal must know before anybody is logged in: it stands in the page, or the server is asked once.
 * @throws {Error} when the server does not answer or answers something else.
 */
export function loadPortalConfig(): Promise<PortalConfig> {
  loading ??= askPortalConfig()
  return loading
}

/** The settings as the server writes them into the pages of the portal; null where it does not. */
export function writtenSettings(): PortalConfig | null {
  const written = document.getElementById('settings')?.textContent
  return written ? (JSON.parse(written) as PortalConfig) : null
}

async function askPortalConfig(): Promise<PortalConfig> {
  loaded = writtenSettings() ?? undefined
  if (loaded) return loaded
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
