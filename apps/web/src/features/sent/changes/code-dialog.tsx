import { VERIFICATION_LEVELS } from '@rubrica/domain/verification-code'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Undo2 } from 'lucide-react'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { BusyStatus } from '../../../shared/ui/status/busy-status.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

interface CodeDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

type Code = Awaited<ReturnType<(typeof senderApi)['documentCode']>>
type Change = Parameters<(typeof senderApi)['changeDocumentCode']>[0]['body']

/** The code that leads anybody to the document: what it tells, and whether it leads anywhere. */
export function CodeDialog({ document, place, onClose }: CodeDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const parts = { params: { docGuid: place.docGuid }, query: { subscription: place.subscription } }
  const queryKey = [...queryKeys.sent, place.docGuid, 'code', { subscription: place.subscription }]
  const code = useQuery({ queryKey, queryFn: ({ signal }) => senderApi.documentCode({ ...parts, signal }) })
  const change = useMutation({
    mutationFn: (body: Change) => senderApi.changeDocumentCode({ ...parts, body }),
    // It stands in what happened to the document, too.
    onSuccess: async (changed) => {
      queries.setQueryData(queryKey, changed)
      await queries.invalidateQueries({ queryKey: [...queryKeys.sent, place.docGuid, 'events'] })
    },
  })
  const error = code.error ?? change.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sent.verification.title')}
      description={t('sent.verification.text')}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {code.isPending && <BusyStatus words={t('sent.verification.title')} />}
      {error && <Notice tone="bad">{errorText(error)}</Notice>}
      {code.data?.off && <Notice tone="info">{t('sent.verification.off')}</Notice>}
      {code.data?.off === false && (
        <CodeFields code={code.data} mayChange={document.mayManage} busy={change.isPending} onChange={change.mutate} />
      )}
    </Dialog>
  )
}

interface CodeFieldsProps {
  code: Code
  mayChange: boolean
  busy: boolean
  onChange: (change: Change) => void
}

function CodeFields(props: CodeFieldsProps) {
  const t = useText()
  const { code, address, withdrawn } = props.code
  return (
    <>
      {withdrawn && <Notice tone="warn">{t('sent.verification.withdrawn')}</Notice>}
      {code !== null && <Copied label={t('sent.verification.code')} value={code} />}
      {address !== null && <Copied label={t('sent.verification.address')} value={address} />}
      <WhatIsTold {...props} />
      {props.mayChange && (
        <div>
          <Button
            kind={withdrawn ? 'default' : 'danger-quiet'}
            icon={withdrawn ? RotateCcw : Undo2}
            busy={props.busy}
            onClick={() => props.onChange({ withdrawn: !withdrawn })}
          >
            {t(withdrawn ? 'sent.verification.restore' : 'sent.verification.withdraw')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Selected when it gets the focus, to be copied. */
function Copied({ label, value }: { label: string; value: string }) {
  const select = (field: HTMLInputElement) => field.select()
  return (
    <TextField
      readOnly
      label={label}
      value={value}
      onChange={() => undefined}
      onFocus={({ target }) => select(target)}
    />
  )
}

/** To whoever has the code: how much, and whether they are asked for something first. */
function WhatIsTold({ code, mayChange, busy, onChange }: CodeFieldsProps) {
  const t = useText()
  const { level, withdrawn, asksHolder, canAskHolder } = code
  const disabled = !mayChange || busy || withdrawn
  const tellsMore = level === 'names' || level === 'download'
  return (
    <>
      <SelectField
        label={t('sent.verification.level')}
        value={level}
        disabled={disabled}
        onChange={(chosen) => onChange({ level: VERIFICATION_LEVELS.find((one) => one === chosen) })}
      >
        {VERIFICATION_LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(`sent.verification.levels.${one}`)}
          </option>
        ))}
      </SelectField>
      {tellsMore && (canAskHolder || asksHolder) && (
        <Checkbox
          label={t('sent.verification.asksHolder')}
          checked={asksHolder}
          disabled={disabled}
          onChange={(asks) => onChange({ asksHolder: asks })}
        />
      )}
    </>
  )
}
