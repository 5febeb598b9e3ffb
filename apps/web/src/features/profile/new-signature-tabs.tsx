import type { ApiError } from '@rubrica/contract'
import { useText } from '../../shared/i18n/use-text.ts'
import { useBlobImage } from '../../shared/page-viewer/images/use-blob-image.ts'
import { FileField } from '../../shared/ui/fields/file-field.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { DrawPad } from './draw-pad.tsx'
import { fileProblem, type NewSignature, type SignatureChange } from './profile-fields.ts'
import styles from './signature-section.module.css'

interface NewSignatureProps {
  signature: NewSignature & { readonly kind: 'new' }
  onChange: (signature: SignatureChange) => void
  isLacking: boolean
  refusal: ApiError | null
  disabled: boolean
}

/** A new signature, from a file or drawn; what one tab holds stays while the other one is looked at. */
export function NewSignatureTabs(props: NewSignatureProps) {
  const { signature, onChange } = props
  const t = useText()
  return (
    <Tabs
      label={t('profile.tabs')}
      selected={signature.way}
      onSelect={(way) => onChange({ ...signature, way: way === 'draw' ? 'draw' : 'file' })}
      className={styles.tabs}
      items={[
        { id: 'file', label: t('profile.fromFile'), content: <FileTab {...props} /> },
        { id: 'draw', label: t('profile.draw'), content: <DrawTab {...props} /> },
      ]}
    />
  )
}

const REASONS = ['FORMAT', 'DAMAGED', 'TOO_LARGE'] as const

/** What is wrong with the image: in the person's language, else in the server's words. */
function useRefusalText(refusal: ApiError | null): string | undefined {
  const t = useText()
  if (!refusal) return undefined
  const reason = REASONS.find((known) => known === refusal.details.Reason)
  return reason ? t(`profile.imageProblems.${reason}`) : refusal.message
}

function FileTab({ signature, onChange, isLacking, refusal, disabled }: NewSignatureProps) {
  const t = useText()
  const { file } = signature
  const problem = fileProblem(file)
  const refusalText = useRefusalText(refusal)
  const ownError = problem && t(`profile.imageProblems.${problem}`)
  return (
    <div className={styles.tab}>
      <FileField
        label={t('profile.file')}
        hint={t('profile.fileHint')}
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        file={file}
        disabled={disabled}
        onChange={(chosen) => onChange({ ...signature, file: chosen })}
        error={ownError ?? (isLacking && !file ? t('profile.imageMissing') : undefined)}
      />
      {file && !problem && <Preview file={file} />}
      {file && !problem && refusalText !== undefined && <Notice tone="bad">{refusalText}</Notice>}
    </div>
  )
}

function Preview({ file }: { file: File }) {
  const t = useText()
  const show = useBlobImage(file)
  return (
    <figure className={styles.paper}>
      {/* Keyed, so that one file's failure does not hide the next one. */}
      <img
        key={`${file.name} ${file.lastModified} ${file.size}`}
        ref={show}
        alt={t('profile.preview')}
        onError={(event) => (event.currentTarget.hidden = true)}
      />
    </figure>
  )
}

const MAX_TYPED = 60

function DrawTab({ signature, onChange, isLacking, refusal, disabled }: NewSignatureProps) {
  const t = useText()
  const { drawing } = signature
  const refusalText = useRefusalText(refusal)
  return (
    <div className={styles.tab}>
      <DrawPad drawing={drawing} disabled={disabled} onChange={(drawn) => onChange({ ...signature, drawing: drawn })} />
      <TextField
        label={t('profile.typed')}
        hint={t('profile.typedHint')}
        autoComplete="name"
        maxLength={MAX_TYPED}
        disabled={disabled}
        value={drawing.typed}
        onChange={(typed) => onChange({ ...signature, drawing: { ...drawing, typed } })}
        error={isLacking ? t('profile.drawingMissing') : undefined}
      />
      {refusalText !== undefined && <Notice tone="bad">{refusalText}</Notice>}
    </div>
  )
}
