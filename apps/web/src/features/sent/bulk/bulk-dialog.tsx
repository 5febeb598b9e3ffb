import { BULK_FILES, MOST_BULK_DOCUMENTS, type BulkAct } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { addDays, today, type Day } from '../../../shared/i18n/days.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { KnownPerson } from '../../../shared/sending/guests/guest.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { DateField } from '../../../shared/ui/fields/date-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { ChosenPerson } from '../changes/chosen-person.tsx'
import { ReasonField } from '../changes/reason-field.tsx'
import type { ActKind, BulkOrder } from './bulk-act.ts'
import styles from './bulk.module.css'

const MOST_DAYS = 3650
/** All files of a download together. */
const MOST_MEGABYTES = 512

type File = (typeof BULK_FILES)[number]

/** What is typed and ticked in the dialog. */
interface Form {
  readonly reason: string
  readonly deadline: Day | undefined
  readonly files: readonly File[]
  /** User id of who is replaced. */
  readonly signer: string
  readonly successor: KnownPerson | undefined
}

interface BulkDialogProps {
  kind: ActKind
  /** The chosen documents, at most 500. */
  documents: readonly string[]
  subscription: string | undefined
  onClose: () => void
  onStarted: (bulkGuid: string) => void
}

const EMPTY: Form = { reason: '', deadline: undefined, files: ['signed'], signer: '', successor: undefined }

/** Undefined as long as something is missing. */
function orderOf(kind: ActKind, chosen: readonly string[], form: Form): BulkOrder | undefined {
  const { reason, deadline, files, signer, successor } = form
  const documents = chosen.slice(0, MOST_BULK_DOCUMENTS)
  switch (kind) {
    case 'remind':
      return { act: kind, documents }
    case 'withdraw':
      return { act: kind, documents, reason: reason.trim() }
    case 'extend':
      // The last second of a day where the person is.
      return deadline === undefined
        ? undefined
        : { act: kind, documents, deadline: new Date(`${deadline}T23:59:59`).toISOString() }
    case 'replace':
      return successor === undefined || signer.trim() === ''
        ? undefined
        : {
            ...{ act: kind, documents, signer: signer.trim(), reason: reason.trim() },
            successor: { userId: successor.userId },
          }
    case 'download':
      return files.length > 0 ? { act: kind, documents, files: [...files] } : undefined
  }
}

/** Says what will be done with how many documents, asks for what that needs, and begins it. */
export function BulkDialog({ kind, documents, subscription, onClose, onStarted }: BulkDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  const [key] = useState(() => crypto.randomUUID())
  const [form, setForm] = useState<Form>(EMPTY)
  const order = orderOf(kind, documents, form)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: BulkOrder) =>
      senderApi.startBulkAct({ query: { subscription }, headers: { 'idempotency-key': key }, body }),
    onSuccess: ({ guid }: BulkAct) => onStarted(guid),
  })
  return (
    <Dialog
      open
      busy={isPending}
      onClose={onClose}
      title={t(`sent.bulk.${kind}Title`, { count: documents.length })}
      description={t(`sent.bulk.${kind}Text`, { most: MOST_MEGABYTES })}
      onSubmit={() => {
        if (!isPending && order) mutate(order)
      }}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            kind={kind === 'withdraw' ? 'danger' : 'primary'}
            busy={isPending}
            disabled={order === undefined}
          >
            {t(`sent.bulk.${kind}Confirm`)}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{failureText(error)}</Notice>}
      <Fields
        {...{ kind, form, subscription }}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      />
    </Dialog>
  )
}

interface FieldsProps {
  kind: ActKind
  subscription: string | undefined
  form: Form
  onChange: (change: Partial<Form>) => void
}

function Fields(props: FieldsProps) {
  const { kind, form, onChange } = props
  const t = useText()
  const reason = { value: form.reason, onChange: (typed: string) => onChange({ reason: typed }) }
  switch (kind) {
    case 'withdraw':
      return <ReasonField hint={t('sent.bulk.reasonHint')} {...reason} />
    case 'replace':
      return (
        <>
          <ReplacementFields {...props} />
          <ReasonField hint={t('sent.bulk.replacedHint')} {...reason} />
        </>
      )
    case 'extend':
      return (
        <DateField
          label={t('sent.bulk.newDeadline')}
          value={form.deadline}
          min={today()}
          max={addDays(today(), MOST_DAYS)}
          onChange={(deadline) => onChange({ deadline })}
        />
      )
    case 'download':
      return <FilesField files={form.files} onChange={(files) => onChange({ files })} />
    case 'remind':
      return null
  }
}

/** Who has not signed, and may have left, and who signs instead. */
function ReplacementFields({ subscription, form, onChange }: FieldsProps) {
  const t = useText()
  const { signer, successor } = form
  return (
    <>
      <TextField
        label={t('sent.bulk.signer')}
        hint={t('sent.bulk.signerHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={signer}
        onChange={(typed) => onChange({ signer: typed })}
      />
      {successor ? (
        <ChosenPerson person={successor} onRemove={() => onChange({ successor: undefined })} />
      ) : (
        <PersonField
          label={t('sent.change.newSigner')}
          subscription={subscription}
          taken={[]}
          onChoose={(person) => onChange({ successor: person })}
        />
      )}
    </>
  )
}

function FilesField({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  const t = useText()
  return (
    <fieldset className={styles.files}>
      <legend className="sr-only">{t('sent.bulk.files')}</legend>
      {BULK_FILES.map((file) => (
        <Checkbox
          key={file}
          label={t(`sent.bulk.file.${file}`)}
          checked={files.includes(file)}
          onChange={(isWanted) => onChange(BULK_FILES.filter((one) => (one === file ? isWanted : files.includes(one))))}
        />
      ))}
    </fieldset>
  )
}
