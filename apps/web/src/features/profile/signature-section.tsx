import type { ApiError } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import { PenLine, Trash2, Undo2 } from 'lucide-react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useBlobImage } from '../../shared/page-viewer/images/use-blob-image.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { NewSignatureTabs } from './new-signature-tabs.tsx'
import { KEEP, NEW_SIGNATURE, type SignatureChange } from './profile-fields.ts'
import { signatureQuery } from './profile-queries.ts'
import styles from './signature-section.module.css'

interface SignatureSectionProps {
  signature: SignatureChange
  onChange: (signature: SignatureChange) => void
  /** Save was pressed without a signature where one is to be. */
  isLacking: boolean
  /** What the server said of the image that was sent. */
  refusal: ApiError | null
  disabled: boolean
}

const SECTION_ID = 'signature-choices'
/** What has the focus once the button that was pressed made way for others. */
const FOCUSED_AFTER = { new: '[role="tab"][aria-selected="true"]', delete: '[data-back]', keep: '[data-new]' } as const

/** Once the change is drawn. */
function focusNext(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${SECTION_ID} ${selector}`)?.focus())
}

/** The stored signature, and what shall become of it. */
export function SignatureSection(props: SignatureSectionProps) {
  const { signature, onChange, disabled } = props
  const t = useText()
  const stored = useQuery(signatureQuery)
  if (stored.isPending) return <PendingSignature />
  const image = stored.data ?? null
  const isNew = signature.kind === 'new'
  const change = (wish: SignatureChange) => {
    onChange(wish)
    focusNext(FOCUSED_AFTER[wish.kind])
  }
  return (
    <div className={styles.signature} id={SECTION_ID}>
      {stored.error ? <LoadError error={stored.error} onRetry={() => void stored.refetch()} /> : null}
      {image && <StoredSignature image={image} isGoing={signature.kind !== 'keep'} />}
      {!image && !stored.error && !isNew && <p className="muted">{t('profile.none')}</p>}
      {signature.kind === 'delete' && <Notice tone="warn">{t('profile.willBeDeleted')}</Notice>}
      {isNew && <NewSignatureTabs {...props} signature={signature} />}
      <Choices signature={signature} onChange={change} disabled={disabled} hasStored={image !== null} />
    </div>
  )
}

interface ChoicesProps extends Pick<SignatureSectionProps, 'signature' | 'onChange' | 'disabled'> {
  hasStored: boolean
}

/** What can be done with the signature. */
function Choices({ signature, onChange, disabled, hasStored }: ChoicesProps) {
  const t = useText()
  return (
    <div className={styles.buttons}>
      {signature.kind !== 'new' && (
        <Button data-new icon={PenLine} disabled={disabled} onClick={() => onChange(NEW_SIGNATURE)}>
          {t('profile.change')}
        </Button>
      )}
      {hasStored && signature.kind === 'keep' && (
        <Button kind="danger-quiet" icon={Trash2} disabled={disabled} onClick={() => onChange({ kind: 'delete' })}>
          {t('profile.delete')}
        </Button>
      )}
      {signature.kind !== 'keep' && (
        <Button data-back icon={Undo2} disabled={disabled} onClick={() => onChange(KEEP)}>
          {t(hasStored ? 'profile.keep' : 'profile.notNow')}
        </Button>
      )}
    </div>
  )
}

function StoredSignature({ image, isGoing }: { image: Blob; isGoing: boolean }) {
  const t = useText()
  const show = useBlobImage(image)
  return (
    <figure className={styles.paper} data-going={isGoing || undefined}>
      <img ref={show} alt={t('profile.present')} />
    </figure>
  )
}

function PendingSignature() {
  return (
    <div className={styles.pending} aria-hidden>
      <Skeleton width={50} />
    </div>
  )
}

function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <Notice tone="bad">
      <p>{errorText(error)}</p>
      <Button size="small" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </Notice>
  )
}
