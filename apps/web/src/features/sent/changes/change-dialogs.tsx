import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { AddDialog } from './add-dialog.tsx'
import { ApproversDialog } from './approvers-dialog.tsx'
import { AttachDialog } from './attach-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CopiesDialog } from './copies-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { OpenChange } from './open-change.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { StageDialog } from './stage-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'

interface ChangeDialogsProps {
  document: SentDocument
  place: SentPlace
  /** Places have a card of their own. */
  open: OpenDialog
  onClose: () => void
}

type OpenDialog = Exclude<OpenChange, { kind: 'places' }>

const OF_DOCUMENT = {
  edit: EditDialog,
  add: AddDialog,
  attach: AttachDialog,
  copies: CopiesDialog,
  code: CodeDialog,
} as const
const OF_SIGNER = {
  replace: ReplaceDialog,
  approvers: ApproversDialog,
  terms: TermsDialog,
  stage: StageDialog,
  remove: RemoveDialog,
} as const

/** The dialog of the change that was asked for. */
export function ChangeDialogs({ document, place, open, onClose }: ChangeDialogsProps) {
  if (!('signerGuid' in open)) {
    const Chosen = OF_DOCUMENT[open.kind]
    return <Chosen {...{ document, place, onClose }} />
  }
  const signer = document.signers.find(({ guid }) => guid === open.signerGuid)
  if (!signer) return null
  const Chosen = OF_SIGNER[open.kind]
  return <Chosen {...{ document, signer, place, onClose }} />
}
