import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import { ChoiceForm, type Choosing } from './choice-form.tsx'
import styles from '../signing.module.css'
import type { SigningWay } from './signing-ways.ts'

/**
 * Takes the focus, which the dialog would else give to the only button: Enter would close what has just been opened.
 */
function takeFocus(element: HTMLElement | null): void {
  // The first for a dialog that is about to open, the second for one that is open already.
  element?.setAttribute('autofocus', '')
  element?.focus()
}

function LoadingCertificates() {
  const t = useText()
  return (
    <div role="status" tabIndex={-1} ref={takeFocus} className={styles.choices}>
      <span className="sr-only">{t('signing.loading')}</span>
      {[46, 58].map((width) => (
        <span key={width} className={styles.choice} aria-hidden>
          <Skeleton width={width} />
        </span>
      ))}
    </div>
  )
}

/** The certificates to choose from; before that, that they are on their way or could not be had. */
export function CertificateChoice({ signing, onClose }: { signing: Choosing; onClose: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  const { offer, certificates } = signing
  if (Array.isArray(offer)) {
    return <ChoiceForm offer={offer as readonly SigningWay[]} signing={signing} onClose={onClose} />
  }
  const failed = certificates.error !== null && !certificates.loading
  return (
    <>
      {failed ? (
        <Notice tone="bad">
          {t('signing.loadFailed')} {!isSessionExpiry(certificates.error) && errorText(certificates.error)}
        </Notice>
      ) : (
        <LoadingCertificates />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {failed && (
          <Button kind="primary" onClick={certificates.reload}>
            {t('common.tryAgain')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
