import { ApiError } from '@rubrica/contract'
import { MAX_ALIAS, type CertificateType } from '@rubrica/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { ownLegalId } from '../../../shared/api/certificates.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { isPinSet } from './pin-pair.ts'
import { PinPairFields } from './pin-pair-fields.tsx'

const EMPTY = { alias: '', pin: '', repeatedPin: '' }

/** Has a key made and certified; the list is read again afterwards. */
function useIssueCertificate(certType: CertificateType) {
  const queries = useQueryClient()
  const reportFailure = useReportFailure(useIssueErrorText())
  return useMutation({
    mutationFn: ({ alias, pin }: typeof EMPTY) =>
      api.uploadCertificate({
        params: { legalid: ownLegalId() },
        body: { certalias: alias.trim(), pin, certtype: certType, dynamicpin: false },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
    onError: (error) => reportFailure(error),
  })
}

function useIssueErrorText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError) || !error.code.startsWith('PROVIDER_')) return errorText(error)
    return t(
      error.code === 'PROVIDER_NOT_CONFIGURED' ? 'certificates.issue.notConfigured' : 'certificates.issue.failed',
    )
  }
}

interface IssueDialogProps {
  certType: CertificateType
  open: boolean
  onClose: () => void
}

/** Asks for the name and the PIN of a certificate that is issued on demand. */
export function IssueDialog({ certType, open, onClose }: IssueDialogProps) {
  const t = useText()
  const issueErrorText = useIssueErrorText()
  const [fields, setFields] = useState(EMPTY)
  const issue = useIssueCertificate(certType)
  const ready = fields.alias.trim() !== '' && isPinSet(fields)
  const change = (changes: Partial<typeof EMPTY>) => setFields((now) => ({ ...now, ...changes }))
  const close = () => {
    setFields(EMPTY)
    issue.reset()
    onClose()
  }
  const submit = () => {
    if (!ready || issue.isPending) return
    issue.mutate(fields, {
      onSuccess: () => {
        close()
        showToast('success', t('certificates.taskCompleted'))
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={issue.isPending}
      title={t('certificates.issue.title')}
      description={t('certificates.issue.text')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={issue.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" disabled={!ready} busy={issue.isPending}>
            {t('certificates.issue.confirm')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('certificates.upload.alias')}
        hint={t('certificates.upload.aliasHint')}
        required
        maxLength={MAX_ALIAS}
        autoComplete="off"
        value={fields.alias}
        onChange={(alias) => change({ alias })}
      />
      <PinPairFields
        pins={fields}
        onChange={change}
        labels={{ pin: t('certificates.upload.pin'), repeatedPin: t('certificates.upload.repeatPin') }}
      />
      {issue.error && <Notice tone="bad">{issueErrorText(issue.error)}</Notice>}
    </Dialog>
  )
}
