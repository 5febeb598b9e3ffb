import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { nameOfType } from '../../../shared/subject/name-of-type.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import { CertificateChoice } from './certificate-choice.tsx'
import { NoCertificateText, ToCertificates } from './no-certificate.tsx'
import type { Choice } from './use-choice.ts'

interface Surroundings {
  /** What will be signed. */
  readonly toSign: ReactNode
  readonly onClose: () => void
}

/** What the dialog shows while the certificate is being found. */
export function useChoosingFace(
  choice: Pick<Choice, 'documents' | 'offer' | 'certificates' | 'isWayLocked' | 'pick'>,
  { toSign, onClose }: Surroundings,
): DialogFace {
  const t = useText()
  const { offer, documents } = choice
  if (typeof offer === 'string') {
    const demanded = documents.map(({ SignerDTO }) => SignerDTO.CentralizedCertificateInfo).find(Boolean)
    const type = documents.map(({ SignerDTO }) => SignerDTO.DemandedCertificateType).find(Boolean)
    return {
      title: t('signing.emptyTitle'),
      children: <NoCertificateText why={offer} alias={demanded?.Alias ?? ''} type={nameOfType(type ?? '')} />,
      actions: (
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ToCertificates />
        </>
      ),
    }
  }
  return {
    title: t('signing.chooseTitle'),
    description: offer && t(documents.length > 1 ? 'batch.chooseText' : 'signing.chooseText'),
    children: (
      <>
        {toSign}
        <CertificateChoice signing={choice} onClose={onClose} />
      </>
    ),
  }
}
