import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../shared/i18n/use-text.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { AnswerBar } from './answer-bar.tsx'
import styles from './grant.module.css'
import { askForCode } from './grant-calls.ts'
import type { StepProps } from './step-props.ts'
import { isRequestOver, useRequestErrorText } from './use-request-error-text.ts'

/** Whether an application may see the person's certificates and ask to sign with them. */
export function ConsentStep({ request, password, onGranted, onPasswordRefused, onRefuse }: StepProps) {
  const t = useText()
  const errorText = useRequestErrorText()
  const consent = useMutation({
    mutationFn: () => askForCode({ request, password, scope: 'service' }),
    onSuccess: onGranted,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') onPasswordRefused(error)
    },
  })
  const { error } = consent
  return (
    <>
      <div className={styles.consent}>
        <h2>{t('authcerts.consentTitle')}</h2>
        <ul>
          <li>{t('authcerts.consentList')}</li>
          <li>{t('authcerts.consentSign')}</li>
        </ul>
        {error && <Notice tone="bad">{errorText(error)}</Notice>}
      </div>
      <AnswerBar
        words={t('authcerts.allow')}
        busy={consent.isPending}
        onAnswer={isRequestOver(error) ? undefined : () => consent.mutate()}
        onRefuse={onRefuse}
      />
    </>
  )
}
