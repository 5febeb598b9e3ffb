import { GripVertical, Pencil, UserRoundPen, X } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { FavouriteButton } from '../../../shared/sending/contacts/favourite-button.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { isLocked, removeSigner, type Draft, type DraftSigner } from '../draft.ts'
import type { Means } from '../findings.ts'
import styles from '../send.module.css'
import { fillRole, isUnfilled } from '../templates/roles.ts'

interface SignerHeadProps {
  draft: Draft
  signer: DraftSigner
  subscription: string | undefined
  means: Means | undefined
  onChange: (change: (draft: Draft) => Draft) => void
  onEdit: (() => void) | undefined
  handle: HTMLAttributes<HTMLButtonElement> | undefined
}

/** The role that somebody has taken of the template that is sent from. */
const takenRole = ({ template }: Draft, signer: DraftSigner): string | undefined =>
  isUnfilled(signer) || template?.isEdited === true ? undefined : signer.role

/** Who signs, and what can be done about it. */
export function SignerHead({ draft, signer, subscription, means, onChange, onEdit, handle }: SignerHeadProps) {
  const t = useText()
  const { userId, name } = signer
  const role = takenRole(draft, signer)
  return (
    <div className={classNames(styles.itemHead, handle && styles.withHandle)}>
      {handle && (
        <IconButton {...handle} icon={GripVertical} label={t('send.move', { name })} className={styles.handle} />
      )}
      <Who {...{ signer, means, role }} />
      <div className={styles.itemActs}>
        {!isUnfilled(signer) && <FavouriteButton {...{ person: signer, subscription }} />}
        {onEdit && <IconButton icon={Pencil} label={t('guests.edit', { name })} onClick={onEdit} />}
        {role !== undefined && (
          <IconButton
            icon={UserRoundPen}
            label={t('templates.chooseOther', { role })}
            onClick={() => onChange((before) => fillRole(before, role, undefined))}
          />
        )}
        {!isLocked(draft, 'people') && (
          <IconButton
            icon={X}
            label={t('send.remove', { name })}
            onClick={() => onChange((before) => removeSigner(before, userId))}
          />
        )}
      </div>
    </div>
  )
}

interface WhoProps extends Pick<SignerHeadProps, 'signer' | 'means'> {
  /** That they have taken. */
  role: string | undefined
}

function Who({ signer, means, role }: WhoProps) {
  const t = useText()
  const canSign = means ? means.types.length > 0 : signer.canSign
  const lack = means === null ? 'send.goneHere' : canSign ? undefined : 'send.nothingToSignWith'
  return (
    <div className={styles.who}>
      <b>{signer.name}</b>
      <span className="muted">{isUnfilled(signer) ? t('templates.isRole') : whoIs(signer, t)}</span>
      {role !== undefined && <span className="muted">{t('templates.takes', { role })}</span>}
      {lack && <span className={styles.warn}>{t(lack)}</span>}
    </div>
  )
}

const whoIs = ({ guest, userId, mailDomain }: DraftSigner, t: ReturnType<typeof useText>) =>
  guest ? `${guest.email} · ${t('guests.noAccount')}` : `${userId} · @${mailDomain}`
