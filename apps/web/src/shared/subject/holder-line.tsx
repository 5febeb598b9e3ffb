import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../api/certificates.ts'
import { useText } from '../i18n/use-text.ts'
import { useWays } from './use-ways.ts'

/** Whose a certificate is: the name, the organisation where there is one, and what kind of holder that is. */
export function HolderLine({ holder: { Name, Organisation, Kind } }: { holder: Certificate['Holder'] }) {
  const t = useText()
  const isNameOfBoth = Organisation === null || Organisation === Name
  return <>{[Name, ...(isNameOfBoth ? [] : [Organisation]), t(`certificates.kinds.${Kind}`)].join(' · ')}</>
}

interface CertificateFactsProps {
  certificate: Certificate
  manifest: ProviderManifest
  /** For `aria-describedby` of what chooses the certificate, whose name stays short: here it is left out. */
  id: string
  className?: string | undefined
}

/** Whose a certificate is and how it is authorised, within a choice. */
export function CertificateFacts({ certificate, manifest, id, className }: CertificateFactsProps) {
  const ways = useWays()
  return (
    <span id={id} className={className} aria-hidden>
      <HolderLine holder={certificate.Holder} />
      <br />
      {ways({ certificate, manifest })}
    </span>
  )
}
