import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ToCertificates } from './no-certificate.tsx'
import type { UsableCertificate } from './usable-certificates.ts'
import type { Signing } from './use-signing.ts'

/** That too many wrong PINs were entered, and who can do something about it. */
export function LockedText({ chosen }: { chosen: UsableCertificate | null }) {
  const t = useText()
  const provider = chosen?.manifest.link ? chosen.manifest.label : undefined
  return (
    <Notice tone="bad">
      <strong>{chosen?.certificate.certalias}</strong>
      <p>{provider === undefined ? t('signing.lockedText') : t('signing.lockedThereText', { provider })}</p>
    </Notice>
  )
}

/** The ways out when too many wrong PINs were entered. */
export function LockedActions({ signing, onClose }: { signing: Signing; onClose: () => void }) {
  const t = useText()
  return (
    <>
      <Button autoFocus onClick={onClose}>
        {t('common.close')}
      </Button>
      {signing.several ? (
        <Button kind="primary" onClick={() => signing.pick(null)}>
          {t('signing.otherCertificate')}
        </Button>
      ) : (
        <ToCertificates />
      )}
    </>
  )
}
