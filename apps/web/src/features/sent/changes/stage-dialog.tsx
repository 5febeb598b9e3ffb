import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { stageChoices, stagesWith } from './may-change.ts'
import { patchDocument } from './patch-document.ts'
import { useChange } from './use-change.ts'

interface StageDialogProps {
  document: SentDocument
  signer: SentSigner
  place: SentPlace
  onClose: () => void
}

/** Moves somebody between the stages that have not begun. */
export function StageDialog({ document, signer, place, onClose }: StageDialogProps) {
  const t = useText()
  const [stage, setStage] = useState(signer.stage)
  const signers = stagesWith(document, { guid: signer.guid, stage })
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, { signers: [...signers] }),
    said: () => t('sent.change.saved'),
    onDone: onClose,
  })
  return (
    <ChangeDialog
      title={t('sent.change.stageTitle', { name: signer.name })}
      description={t('sent.change.stageText')}
      confirm={t('sent.change.save')}
      isIncomplete={signers.length === 0}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      <SelectField
        label={t('send.when', { name: signer.name })}
        value={String(stage)}
        onChange={(chosen) => setStage(Number(chosen))}
      >
        {stageChoices(document, signer).map((choice) => (
          <option key={choice} value={choice}>
            {t('send.stageTitle', { stage: choice })}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  )
}
