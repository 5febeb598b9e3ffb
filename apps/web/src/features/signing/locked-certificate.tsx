import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ToCertificates } from './no-certificate.tsx'
import type { Signing } from './use-signing.ts'

export function LockedText({ alias }: { alias: string }) {
  const t = useText()
  return (
    <Notice tone="bad">
      <strong>{alias}</strong>
      <p>{t('signing.lockedText')}</p>
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
