import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'

interface LostAnswerProps {
  documents: readonly PendingDocument[]
  /** The signer (GUID) for whose document no answer came. */
  guid: string
  /** How many documents are known to be signed. */
  signed: number
  onGoOn: () => void
  onEndHere: () => void
}

/** No answer came: what is known, and that it can go on. */
export function LostAnswer({ documents, guid, signed, onGoOn, onEndHere }: LostAnswerProps) {
  const t = useText()
  const total = documents.length
  const name = documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === guid)?.FileName ?? ''
  return (
    <>
      <Notice tone="bad">
        {total > 1 ? t('batch.lostText', { count: signed, total, name }) : t('signing.unansweredText')}
      </Notice>
      <DialogActions>
        <Button onClick={onEndHere}>{t(total > 1 ? 'batch.endHere' : 'common.close')}</Button>
        <Button kind="primary" autoFocus onClick={onGoOn}>
          {t(total > 1 ? 'batch.goOn' : 'common.tryAgain')}
        </Button>
      </DialogActions>
    </>
  )
}
