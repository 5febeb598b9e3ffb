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

function CodeFields({ code: shown, mayChange, busy, onChange }: CodeFieldsProps) {
  const t = useText()
  const { code, address, level, withdrawn, asksHolder, canAskHolder } = shown
  const tellsMore = level === 'names' || level === 'download'
  const select = (field: HTMLInputElement) => field.select()
  return (
    <>
      {withdrawn && <Notice tone="warn">{t('sent.verification.withdrawn')}</Notice>}
      {code !== null && (
        <TextField
          readOnly
          label={t('sent.verification.code')}
          value={code}
          onChange={() => undefined}
          onFocus={({ target }) => select(target)}
        />
      )}
      {address !== null && (
        <TextField
          readOnly
          label={t('sent.verification.address')}
          value={address}
          onChange={() => undefined}
          onFocus={({ target }) => select(target)}
        />
      )}
      <SelectField
        label={t('sent.verification.level')}
        value={level}
        disabled={!mayChange || busy || withdrawn}
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
          disabled={!mayChange || busy || withdrawn}
          onChange={(asks) => onChange({ asksHolder: asks })}
        />
      )}
      {mayChange && (
        <div>
          <Button
            kind={withdrawn ? 'default' : 'danger-quiet'}
            icon={withdrawn ? RotateCcw : Undo2}
            busy={busy}
            onClick={() => onChange({ withdrawn: !withdrawn })}
          >
            {t(withdrawn ? 'sent.verification.restore' : 'sent.verification.withdraw')}
          </Button>
        </div>
      )}
    </>
  )
}
