import { PortalError } from '@rubrica/domain'
import type { OnDemandSigner } from '@rubrica/providers/on-demand'
import type { Providers } from '../provider-accounts/ports.ts'

export interface OpenProvider {
  readonly all: Providers
  /** Whether the operator has granted this flag to the person. */
  readonly granted: (userId: string, flag: string) => Promise<boolean>
}

/** @throws {PortalError} PROVIDER_NOT_CONFIGURED, CERTIFICATE_TYPE_NOT_ALLOWED */
export async function openProvider(
  { all, granted }: OpenProvider,
  userId: string,
  certType: string,
): Promise<OnDemandSigner> {
  const known = all.find(certType)
  if (!known?.onDemand) throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation does not sign this way')
  if (await granted(userId, known.manifest.flag)) return known.onDemand
  throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This user may not sign with certificates of this type')
}
