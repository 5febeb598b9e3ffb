import type { BulkRow, BulkSend } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ifSeen, useKeepBulkSend } from './bulk-queries.ts'
import styles from './bulk-sends.module.css'
import { useFindingText } from './use-finding-text.ts'

interface RowDialogProps {
  row: BulkRow
  bulk: BulkSend
  subscription: string | undefined
  onClose: () => void
}

/** Corrects a row, or leaves it out. It stays open as long as something is wrong. */
export function RowDialog({ row, bulk, subscription, onClose }: RowDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const findingText = useFindingText(bulk.columns)
  const [cells, setCells] = useState<readonly string[]>(row.cells)
  const { saving, findings } = useCorrection({ row, bulk, subscription, onClose }, cells)
  const faultsOf = (column: number | null) => findings.filter((finding) => finding.column === column)
  const general = faultsOf(null)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      busy={saving.isPending}
      title={t('bulkSends.rowNumber', { number: row.number })}
      onSubmit={() => saving.mutate(false)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {row.state !== 'left-out' && (
            <Button kind="danger-quiet" onClick={() => saving.mutate(true)}>
              {t('bulkSends.leaveOut')}
            </Button>
          )}
          <Button type="submit" kind="primary" busy={saving.isPending}>
            {t('bulkSends.save')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {general.map((finding) => (
          <Notice key={finding.code} tone={finding.isNotice ? 'info' : 'warn'}>
            {findingText(finding)}
          </Notice>
        ))}
        {bulk.columns.map((name, index) => (
          <TextField
            key={index}
            label={name === '' ? t('bulkSends.columnNamed', { number: index + 1 }) : name}
            maxLength={5000}
            value={cells[index] ?? ''}
            error={faultsOf(index).map(findingText).join(' ') || undefined}
            onChange={(text) => setCells(cells.map((cell, at) => (at === index ? text : cell)))}
          />
        ))}
        {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
      </div>
    </Dialog>
  )
}

/** Keeps the cells, or leaves the row out, and has what is wrong then. */
function useCorrection({ row, bulk, subscription, onClose }: RowDialogProps, cells: readonly string[]) {
  const keep = useKeepBulkSend()
  const [findings, setFindings] = useState(row.findings)
  const saving = useMutation({
    mutationFn: (leaveOut: boolean) =>
      senderApi.correctBulkRow({
        params: { bulkSendId: bulk.guid, rowNumber: String(row.number) },
        query: { subscription },
        headers: ifSeen(bulk),
        body: leaveOut ? { leaveOut } : { cells: [...cells] },
      }),
    onSuccess: async (answer) => {
      await keep(answer.bulkSend)
      setFindings(answer.row.findings)
      if (answer.row.state !== 'wrong') onClose()
    },
  })
  return { saving, findings }
}
