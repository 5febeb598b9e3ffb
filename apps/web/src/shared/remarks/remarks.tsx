import { LONGEST_REMARK } from '@rubrica/contract/remarks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../api/query-keys.ts'
import { useReportFailure } from '../failures/use-report-failure.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { readOffice } from '../session/office.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { TextAreaField } from '../ui/fields/text-area-field.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { keepRemark, remarksQuery, type Remark, type RemarkedPart } from './remark-calls.ts'
import styles from './remarks.module.css'

interface RemarksProps {
  part: RemarkedPart
  /** Whether who stands in for somebody writes a remark of their own here. */
  mayRemark: boolean
}

/** What deputies say of a document to the one whom they stand in for. */
export function Remarks({ part, mayRemark }: RemarksProps) {
  const t = useText()
  const { data } = useQuery(remarksQuery(part))
  const office = mayRemark ? readOffice() : undefined
  if (!data) return null
  const others = office ? data.filter(({ IsOwn }) => !IsOwn) : data
  return (
    <section className={styles.remarks} aria-label={t('remarks.title')}>
      {others.map((remark) => (
        <Said key={`${remark.DeputyName} ${remark.At}`} remark={remark} />
      ))}
      {office && <OwnRemark part={part} said={data.find(({ IsOwn }) => IsOwn)} principal={office.principalName} />}
    </section>
  )
}

function Said({ remark: { DeputyName, IsChecked, Text, At } }: { remark: Remark }) {
  const t = useText()
  const formats = useFormats()
  return (
    <div className={styles.said}>
      <p>
        {IsChecked && <CircleCheck size={16} aria-hidden />}
        {t(IsChecked ? 'remarks.checkedBy' : 'remarks.saidBy', { name: DeputyName })}{' '}
        <time className="muted" dateTime={At}>
          {formats.moment(At)}
        </time>
      </p>
      {Text !== '' && <q className={styles.words}>{Text}</q>}
    </div>
  )
}

interface OwnRemarkProps {
  part: RemarkedPart
  said: Remark | undefined
  principal: string
}

interface Written {
  readonly isChecked: boolean
  readonly text: string
}

/** What was written on top of what had been kept at that moment. */
type Draft = Written & { readonly since: string | undefined }

/**
 * What was written and not kept, of each part, for who looks elsewhere and comes back. To take another office begins a
 * new page.
 */
const drafts = new Map<string, Draft>()

const guidOf = (part: RemarkedPart): string => ('signerGuid' in part ? part.signerGuid : part.approverGuid)

/** A draft is over once something else was kept meanwhile. */
function useDraft(part: RemarkedPart, said: Remark | undefined) {
  const kept: Written = { isChecked: said?.IsChecked ?? false, text: said?.Text ?? '' }
  const draft = drafts.get(guidOf(part))
  const [written, setWritten] = useState<Written>(draft && draft.since === said?.At ? draft : kept)
  const isAsKept = written.isChecked === kept.isChecked && written.text.trim() === kept.text
  const write = (change: Partial<Written>) => {
    const next = { ...written, ...change, since: said?.At }
    drafts.set(guidOf(part), next)
    setWritten(next)
  }
  const forget = (sent: Written) => {
    if (drafts.get(guidOf(part)) === sent) drafts.delete(guidOf(part))
  }
  return { written, write, forget, isAsKept }
}

function OwnRemark({ part, said, principal }: OwnRemarkProps) {
  const t = useText()
  const client = useQueryClient()
  const reportFailure = useReportFailure()
  const { written, write, forget, isAsKept } = useDraft(part, said)
  const { isChecked, text } = written
  const isNothing = !isChecked && text.trim() === ''
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Written) => keepRemark(part, { IsChecked: sent.isChecked, Text: sent.text.trim() }),
    onSuccess: (_, sent) => {
      forget(sent)
      showToast('success', t(isNothing ? 'remarks.removed' : 'remarks.kept', { name: principal }))
    },
    onError: reportFailure,
    onSettled: () =>
      Promise.all(
        // Lists mark what something was said of.
        [queryKeys.remarks, queryKeys.pendingDocuments, queryKeys.pendingApprovals].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <form
      className={styles.own}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(written)
      }}
    >
      <Checkbox label={t('remarks.checked')} checked={isChecked} onChange={(to) => write({ isChecked: to })} />
      <TextAreaField
        label={t('remarks.words', { name: principal })}
        rows={3}
        maxLength={LONGEST_REMARK}
        value={text}
        onChange={(to) => write({ text: to })}
      />
      <Button type="submit" size="small" busy={isPending} disabled={isAsKept}>
        {t('remarks.keep')}
      </Button>
    </form>
  )
}
