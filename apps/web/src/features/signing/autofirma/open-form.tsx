import { MonitorSmartphone } from 'lucide-react'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { portalConfig } from '../../../shared/api/portal-config.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useIsNarrow } from '../../../shared/ui/use-is-narrow.ts'
import styles from '../signing.module.css'
import { DownloadLink } from './download-link.tsx'
import type { useLocationConsent } from './location-consent.ts'
import { OtherWayLink } from '../choice/other-way-link.tsx'

interface OpenFormProps {
  documents: readonly PendingDocument[]
  consent: ReturnType<typeof useLocationConsent>
  onOpen: () => void
  onChooseAgain: (() => void) | null
  onClose: () => void
}

/** What will happen on the PC, and the press of a button without which browsers open no application. */
export function OpenForm({ documents, consent, onOpen, onChooseAgain, onClose }: OpenFormProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const { ipLookupUrl, geoLookupUrl } = portalConfig()
  const [sharesPlace, sharePlace] = consent
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      {isNarrow && <Notice tone="warn">{t('autofirma.phoneText')}</Notice>}
      <p>{t('autofirma.openText', { count: documents.length })}</p>
      <p className="muted">{t('autofirma.permissionText')}</p>
      {ipLookupUrl !== '' && <p className="muted">{t('autofirma.addressText')}</p>}
      {geoLookupUrl !== '' && (
        <Checkbox label={t('autofirma.shareLocation')} checked={sharesPlace} onChange={sharePlace} />
      )}
      <DownloadLink />
      <OtherWayLink words={t('autofirma.otherWay')} onChooseAgain={onChooseAgain} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon={MonitorSmartphone} autoFocus>
          {t('autofirma.open')}
        </Button>
      </DialogActions>
    </form>
  )
}
