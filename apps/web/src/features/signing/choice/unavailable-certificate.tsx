import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import { wayName, wayTogether } from './signing-ways.ts'
import type { Choice } from './use-choice.ts'

/** The warning that what was chosen cannot sign so many documents, and the ways out. */
export function useUnavailableFace({ way, several, pick }: Choice, onClose: () => void): DialogFace {
  const t = useText()
  const count = way ? wayTogether(way) : 1
  return {
    alert: true,
    title: t('batch.unavailableTitle'),
    children: <Notice tone="warn">{t('batch.unavailableText', { alias: way ? wayName(way) : '', count })}</Notice>,
    actions: (
      <>
        <Button autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
        {several && (
          <Button kind="primary" onClick={() => pick(null)}>
            {t('signing.otherCertificate')}
          </Button>
        )}
      </>
    ),
  }
}
