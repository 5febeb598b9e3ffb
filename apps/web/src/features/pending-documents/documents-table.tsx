import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { largestGroup } from '../../shared/selection/largest-group.ts'
import type { Selection } from '../../shared/selection/selection-store.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { ListTable, SelectHead, SortHead, WaitingRows } from '../../shared/ui/lists/list-table.tsx'
import { DocumentRow } from './document-row.tsx'
import styles from './documents-table.module.css'
import type { ListState, SortColumn } from './list-state.ts'
import { sortBy } from './list-changes.ts'
import type { ShowList } from './use-list-navigation.ts'

/** The sortable columns in their order, with their text. */
export const COLUMNS = [
  { sort: 'FileName', text: 'documents.name' },
  { sort: 'UploadTime', text: 'documents.sent' },
  { sort: 'Tag', text: 'documents.tag' },
  { sort: 'SenderName', text: 'documents.sender' },
  { sort: 'Certificate', text: 'documents.certificate' },
] as const satisfies readonly { sort: SortColumn; text: string }[]

const CELLS = [
  { kind: 'select' },
  { kind: 'name' },
  { kind: 'date' },
  { kind: 'tags' },
  { kind: 'person' },
  { kind: 'other', className: styles.certificate },
  { kind: 'see' },
] as const

interface DocumentsTableProps {
  state: ListState
  /** Absent until the first answer. */
  rows: readonly PendingDocument[] | undefined
  selection: Selection
  onShow: ShowList
  /** Opens the choice of the order. */
  onSort: () => void
  onSelect: (documents: readonly PendingDocument[], isSelected: boolean) => void
}

function Head({ state, rows, selection, onShow, onSelect }: DocumentsTableProps) {
  const t = useText()
  const { taken } = largestGroup(rows ?? [], selection)
  const selected = taken.filter(({ SignerDTO }) => selection.has(SignerDTO.SignerGUID))
  return (
    <>
      <SelectHead
        selectable={taken.length}
        selected={selected.length}
        onSelect={(isSelected) => onSelect(rows ?? [], isSelected)}
      />
      {COLUMNS.map(({ sort, text }) => (
        <SortHead
          key={sort}
          direction={state.sort === sort ? state.dir : undefined}
          onSort={() => onShow((now) => sortBy(now, sort))}
        >
          {t(text)}
        </SortHead>
      ))}
      <th role="columnheader">
        <span className="sr-only">{t('documents.actions')}</span>
      </th>
    </>
  )
}

const demandsCertificate = ({ SignerDTO }: PendingDocument) => SignerDTO.CentralizedCertificateInfo !== null

/** The pending documents of one page. */
export function DocumentsTable(props: DocumentsTableProps) {
  const t = useText()
  const { state, rows, selection, onSort, onSelect } = props
  // A narrow window has no room for a column that says of each row the same.
  const isAnyCertificate = state.sort !== 'Certificate' && !rows?.some(demandsCertificate)
  return (
    <ListTable
      label={t('titles.documents')}
      className={classNames(styles.table, isAnyCertificate && styles.anyCertificate)}
      sorting={{ onSort, sortedBy: t(COLUMNS.find(({ sort }) => sort === state.sort)!.text), direction: state.dir }}
      head={<Head {...props} />}
    >
      {rows ? (
        rows.map((document) => (
          <DocumentRow
            key={document.SignerDTO.SignerGUID}
            document={document}
            list={state}
            isSelected={selection.has(document.SignerDTO.SignerGUID)}
            onSelect={(isSelected) => onSelect([document], isSelected)}
          />
        ))
      ) : (
        <WaitingRows count={state.size} cells={CELLS} />
      )}
    </ListTable>
  )
}
