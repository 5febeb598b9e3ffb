import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { fieldOf, ProofFields } from '../../shared/proof/proof-fields.tsx'
import { answersAfter, NO_ANSWERS } from '../../shared/proof/step-answers.ts'
import { waitingIn, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { useSignatureRefusalText } from '../../shared/signing-runs/use-signature-refusal-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { runKey } from './run-queries.ts'
import { useKeepRun } from './use-move-run.ts'
import { useRunKey } from './use-run-key.ts'

/** Asks for the PIN for which a run waits, or for a confirmation where its certificate has none. */
export function PinDialog({ run, onClose }: { run: SigningRun; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const keep = useKeepRun()
  const refusalText = useSignatureRefusalText()
  const failureText = useFailureText(refusalText)
  const { alias, inputs } = useRunKey(run)
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (PIN: string) =>
      api.authoriseRun({ params: { runGuid: run.RunGUID }, body: { ...(PIN !== '' && { PIN }) } }),
    onSuccess: async (now) => {
      onClose()
      await keep(now)
    },
    onError: (refusal) => {
      setAnswers(answersAfter(refusal, answers))
      // It may have been authorised elsewhere, or this answer was lost: then it waits for nobody.
      void client.invalidateQueries({ queryKey: runKey(run.RunGUID) })
    },
  })
  const count = waitingIn(run)
  const ready = inputs.every((input) => answers[input] !== '')
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isPending}
      title={t('batch.title', { count })}
      description={alias}
      onSubmit={() => {
        if (ready && !isPending) mutate(answers.pin)
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon={PenLine}
            busy={isPending}
            disabled={!ready}
            autoFocus={inputs.length === 0}
          >
            {t('signing.confirm')}
          </Button>
        </>
      }
    >
      {error !== null && fieldOf(error) === null && <Notice tone="bad">{failureText(error)}</Notice>}
      {inputs.length === 0 && <p>{t('signing.noPinText', { count })}</p>}
      <ProofFields
        asked={{ inputs, code: null, sending: false, error }}
        answers={answers}
        onAnswer={(part) => setAnswers({ ...answers, ...part })}
        errorText={refusalText}
        onResend={() => Promise.resolve(false)}
      />
    </Dialog>
  )
}
