import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import { ToCertificates } from './no-certificate.tsx'
import type { Choice } from './use-choice.ts'

/** That too many wrong PINs were entered, who can do something about it, and the ways out. */
export function useLockedFace({ chosen, several, pick }: Choice, onClose: () => void): DialogFace {
  const t = useText()
  const provider = chosen?.manifest.link ? chosen.manifest.label : undefined
  return {
    title: t('signing.lockedTitle'),
    children: (
      <Notice tone="bad">
        <strong>{chosen?.certificate.certalias}</strong>
        <p>{provider === undefined ? t('signing.lockedText') : t('signing.lockedThereText', { provider })}</p>
      </Notice>
    ),
    actions: (
      <>
        <Button autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
        {several ? (
          <Button kind="primary" onClick={() => pick(null)}>
            {t('signing.otherCertificate')}
          </Button>
        ) : (
          <ToCertificates />
        )}
      </>
    ),
  }
}
