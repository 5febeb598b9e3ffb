import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../../../shared/api/certificates.ts'
import { useFocusRescue } from '../../../shared/ui/focus/use-focus-rescue.ts'
import { AccountTab } from './account-tab.tsx'
import { KeysTab } from '../keys-tab.tsx'
import { OnDemandTab } from '../on-demand-tab.tsx'

interface ProviderTabProps {
  manifest: ProviderManifest
  /** All certificates of the person; undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

/** What one provider's tab holds; drawn from its manifest alone. */
export function ProviderTab({ manifest, certificates }: ProviderTabProps) {
  const own = certificates?.filter(({ CertType }) => CertType === manifest.certType)
  useFocusRescue(own?.length)
  const { link, way } = manifest
  if (way === 'on-demand') return <OnDemandTab manifest={manifest} certificates={own} />
  return link ? (
    <AccountTab manifest={{ ...manifest, link }} certificates={own} />
  ) : (
    <KeysTab manifest={manifest} certificates={own} />
  )
}
