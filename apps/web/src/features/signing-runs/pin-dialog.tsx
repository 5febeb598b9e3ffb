import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { certificatesQuery } from '../../shared/api/certificates.ts'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { fieldOf, ProofFields } from '../../shared/proof/proof-fields.tsx'
import { answersAfter, NO_ANSWERS } from '../../shared/proof/step-answers.ts'
import { countIn, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { useSignatureRefusalText } from '../../shared/signing-runs/use-signature-refusal-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { runKey } from './run-queries.ts'
import { useKeepRun } from './use-move-run.ts'

/** What the certificate of a run is called, as soon as that is known. */
export function useCertificateAlias({ CertGUID }: SigningRun): string | undefined {
  const { data } = useQuery(certificatesQuery)
  return data?.find(({ GUID }) => GUID.toLowerCase() === CertGUID.toLowerCase())?.certalias
}

/** Asks for the PIN for which a run waits. */
export function PinDialog({ run, onClose }: { run: SigningRun; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const keep = useKeepRun()
  const refusalText = useSignatureRefusalText()
  const failureText = useFailureText(refusalText)
  const alias = useCertificateAlias(run)
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (PIN: string) => api.authoriseRun({ params: { runGuid: run.RunGUID }, body: { PIN } }),
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
  const ready = answers.pin !== ''
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isPending}
      title={t('batch.title', { count: countIn(run, 'prepared') })}
      description={alias}
      onSubmit={() => {
        if (ready && !isPending) mutate(answers.pin)
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" icon={PenLine} busy={isPending} disabled={!ready}>
            {t('signing.confirm')}
          </Button>
        </>
      }
    >
      {error !== null && fieldOf(error) === null && <Notice tone="bad">{failureText(error)}</Notice>}
      <ProofFields
        asked={{ inputs: ['pin'], code: null, sending: false, error }}
        answers={answers}
        onAnswer={(part) => setAnswers({ ...answers, ...part })}
        errorText={refusalText}
        onResend={() => Promise.resolve(false)}
      />
    </Dialog>
  )
}
