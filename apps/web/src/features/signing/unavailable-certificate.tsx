import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { DialogFace } from './disclaimer.tsx'
import { documentsTogether } from '../../shared/proof/signing-steps.ts'
import type { Choice } from './use-choice.ts'

/** The warning that the chosen certificate cannot sign so many documents, and the ways out. */
export function useUnavailableFace({ chosen, several, pick }: Choice, onClose: () => void): DialogFace {
  const t = useText()
  const count = chosen ? documentsTogether(chosen) : 1
  return {
    alert: true,
    title: t('batch.unavailableTitle'),
    children: (
      <Notice tone="warn">{t('batch.unavailableText', { alias: chosen?.certificate.certalias, count })}</Notice>
    ),
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
