import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isSelectable, unselectDocument, useSelection } from '../../shared/selection/selection-store.ts'
import { useSelectDocuments } from '../../shared/selection/use-select-documents.ts'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'

/** The box that selects the document for signing several at once; what must be read whole cannot be selected. */
export function SelectDocument({ document }: { document: PendingDocument }) {
  const t = useText()
  const selection = useSelection()
  const select = useSelectDocuments()
  if (!isSelectable(document)) return null
  const { SignerGUID } = document.SignerDTO
  return (
    <Checkbox
      label={t('viewer.select')}
      checked={selection.has(SignerGUID)}
      onChange={(checked) => {
        if (checked) select([document])
        else unselectDocument(SignerGUID)
      }}
    />
  )
}
