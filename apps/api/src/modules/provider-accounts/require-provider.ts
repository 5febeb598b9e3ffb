import { PortalError } from '@rubrica/domain'
import type { Connector } from '@rubrica/providers/connector'
import type { LinkManifest, ProviderManifest } from '@rubrica/providers/provider'
import type { UserStore } from '../users/ports.ts'
import type { Providers } from './ports.ts'

export interface RequireProvider {
  readonly providers: Providers
  readonly users: Pick<UserStore, 'find'>
}

/** A provider where people have accounts. */
export interface LinkableProvider {
  readonly manifest: ProviderManifest
  readonly link: LinkManifest
  readonly connector: Connector | undefined
}

/** @throws {PortalError} NOT_FOUND for a type without accounts */
export function findLinkable({ providers }: Pick<RequireProvider, 'providers'>, certType: string): LinkableProvider {
  const provider = providers.find(certType)
  const link = provider?.manifest.link
  if (!provider || !link) throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
  return { manifest: provider.manifest, link, connector: provider.connector }
}

/**
 * A provider that is set up, and that the operator granted to this person.
 * @throws {PortalError} NOT_FOUND, CERTIFICATE_TYPE_NOT_ALLOWED, PROVIDER_NOT_CONFIGURED
 */
export async function requireProvider(
  needs: RequireProvider,
  userId: string,
  certType: string,
): Promise<LinkableProvider & { readonly connector: Connector }> {
  const provider = findLinkable(needs, certType)
  const user = await needs.users.find(userId)
  if (!user?.certificateFlags.includes(provider.manifest.flag)) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This user may not use certificates of this type')
  }
  return { ...provider, connector: requireConnector(provider) }
}

/** @throws {PortalError} PROVIDER_NOT_CONFIGURED */
function requireConnector({ manifest, connector }: Omit<LinkableProvider, 'link'>): Connector {
  if (connector) return connector
  throw new PortalError('PROVIDER_NOT_CONFIGURED', `${manifest.label} is not set up on this installation`)
}
