import type { Config } from '../config/config.ts'
import type { PortalEntry } from '../ports/portal-entry.ts'

/** Where browsers find this server, and the portal of its people; addresses without a slash at the end. */
export interface Place {
  /** Where the system chooses the port, the address is known only once the server listens. */
  publicUrl: string
  readonly portalUrl: string
  readonly portalEntry: PortalEntry
}

/** The place of a server that is configured so. */
export function openPlace({ http, environments, deployment }: Config): Place {
  const elsewhere = environments.portalUrl
  // A portal of another origin may serve several environments: what it is opened with says which one is meant.
  const environment: Record<string, string> =
    elsewhere === undefined || deployment === 'LOCAL' ? {} : { env: deployment }
  const place: Place = {
    publicUrl: http.publicUrl,
    get portalUrl() {
      return elsewhere ?? place.publicUrl
    },
    portalEntry: (path, query) => {
      const search = new URLSearchParams({ ...environment, ...query }).toString()
      return `${place.portalUrl}${path}${search === '' ? '' : `?${search}`}`
    },
  }
  return place
}
