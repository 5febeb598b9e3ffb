import type { PendingDocument } from '../shared/api/pending-document.ts'
import { showEarlyView } from '../shared/early-view.ts'

/** More rows than any phone shows at once. */
const MOST_ROWS = 8

function line(kind: string, text = ''): HTMLElement {
  const element = document.createElement('span')
  element.className = kind
  element.textContent = text
  return element
}

/** A row in the height that it will have; what takes the texts of a language to be said stays blank. */
function drawRow({
  FileName,
  Description,
  SenderName,
  Tag,
  Deadline,
  Integrity,
  SignerDTO,
}: PendingDocument): HTMLElement {
  const row = line('row')
  row.append(line('name', FileName))
  if (Description) row.append(line('description', Description))
  const reason = SignerDTO.SignatureReason ?? ''
  const hasMore = Deadline !== null || Integrity === 'suspicious' || Integrity === 'broken'
  if (hasMore || reason) row.append(line('facts', hasMore ? '' : reason))
  row.append(line('sender', SenderName))
  if (Tag.trim()) row.append(line('tags'))
  return row
}

/** Shows the first rows of the list where a phone will show them. The style sheets must be there. */
export async function drawRows(documents: readonly PendingDocument[]): Promise<void> {
  const list = line('rows')
  list.append(...documents.slice(0, MOST_ROWS).map(drawRow))
  await showEarlyView('list', list)
}
