import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ApproversDialog } from './approvers-dialog.tsx'
import { CopiesDialog } from './copies-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import type { OpenChange } from './open-change.ts'

interface ChangeDialogsProps {
  document: SentDocument
  place: SentPlace
  open: OpenChange
  onClose: () => void
}

/** The dialog of the change that was asked for. */
export function ChangeDialogs({ document, place, open, onClose }: ChangeDialogsProps) {
  if (open.kind === 'edit') return <EditDialog {...{ document, place, onClose }} />
  if (open.kind === 'copies') return <CopiesDialog {...{ document, place, onClose }} />
  const signer = document.signers.find(({ guid }) => guid === open.signerGuid)
  if (!signer) return null
  const Chosen = open.kind === 'replace' ? ReplaceDialog : ApproversDialog
  return <Chosen {...{ document, signer, place, onClose }} />
}
