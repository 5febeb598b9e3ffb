import { GripVertical, Pencil, UserRoundPen, X } from 'lucide-react'
import { lazy, Suspense, useState, type HTMLAttributes } from 'react'
import type { Membership } from '../../../shared/api/memberships.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import {
  addSigner,
  changeSigner,
  isLocked,
  MOST_SIGNERS,
  removeSigner,
  stageChoices,
  stagesOf,
  type Draft,
  type DraftSigner,
} from '../draft.ts'
import { askedTarget, signerTarget, type Means } from '../findings.ts'
import styles from '../send.module.css'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { LockedNote } from '../templates/locked-note.tsx'
import { FillField, RoleField } from '../templates/role-fields.tsx'
import { asRole, fillRole, isRoleTaken, isUnfilled } from '../templates/roles.ts'
import { CopiesPart } from './copies-part.tsx'
import { GuestPart, type OpenGuest } from './guest-part.tsx'
import { useStageMoves } from './use-stage-moves.ts'

const SignerOptions = lazy(() => import('./signer-options.tsx').then((module) => ({ default: module.SignerOptions })))

interface PeoplePartProps {
  draft: Draft
  subscription: string | undefined
  /** What is sent from. */
  chosen: Membership | undefined
  /** By user id, as far as it is known. */
  means: ReadonlyMap<string, Means>
  onChange: (change: (draft: Draft) => Draft) => void
}

/** Who signs, in which order, and what is asked of each. */
export function PeoplePart({ draft, subscription, chosen, means, onChange }: PeoplePartProps) {
  const t = useText()
  const { AllowsGuests: allowsGuests = false, ProvesPhones: provesPhones = false } = chosen ?? {}
  const [openGuest, setOpenGuest] = useState<OpenGuest>()
  const { dragged, movedUser, handleOf } = useStageMoves(onChange)
  const count = stagesOf(draft)
  const stages = Array.from({ length: count }, (_, index) => index + 1)
  const moved = draft.signers.find(({ userId }) => userId === movedUser)
  const isFixed = isLocked(draft, 'people')
  const isEdited = draft.template?.isEdited === true
  const over = (stage: number) => classNames(styles.stage, dragged?.over === stage && styles.over)
  return (
    <>
      <p className="sr-only" role="status">
        {moved && t('send.moved', { name: moved.name, stage: moved.stage })}
      </p>
      {stages.map((stage) => (
        <section key={stage} className={over(stage)} data-stage={stage} aria-label={t('send.stageTitle', { stage })}>
          {stages.length > 1 && <h3>{t('send.stageTitle', { stage })}</h3>}
          <ul className={styles.items}>
            {draft.signers
              .filter((signer) => signer.stage === stage)
              .map((signer) => (
                <SignerItem
                  key={signer.userId}
                  {...{ draft, signer, subscription, onChange }}
                  means={means.get(signer.userId)}
                  onEdit={allowsGuests && signer.guest ? () => setOpenGuest({ userId: signer.userId }) : undefined}
                  onGuest={allowsGuests ? () => setOpenGuest({ userId: signer.userId }) : undefined}
                  handle={draft.signers.length > 1 && !isFixed ? handleOf(signer.userId) : undefined}
                />
              ))}
          </ul>
        </section>
      ))}
      {dragged && (
        <div className={classNames(over(count + 1), styles.newStage)} data-stage={count + 1}>
          {t('send.newStage')}
        </div>
      )}
      {isFixed && <LockedNote />}
      {isEdited && draft.signers.length < MOST_SIGNERS && (
        <RoleField
          label={t('templates.newRole')}
          isTaken={(role) => isRoleTaken(draft, role)}
          onAdd={(role) => onChange((before) => addSigner(before, asRole(role)))}
        />
      )}
      {!isFixed && draft.signers.length < MOST_SIGNERS && (
        <PersonField
          label={t('send.addSigner')}
          subscription={subscription}
          taken={draft.signers.map(({ userId }) => userId)}
          onChoose={(person) => onChange((before) => addSigner(before, person))}
        />
      )}
      {allowsGuests && (draft.signers.length < MOST_SIGNERS || openGuest) && (
        <GuestPart
          {...{ draft, subscription, provesPhones, onChange }}
          isFixed={isFixed}
          open={openGuest}
          onOpen={setOpenGuest}
        />
      )}
      <CopiesPart {...{ draft, subscription, onChange }} />
    </>
  )
}

interface SignerItemProps extends Pick<PeoplePartProps, 'draft' | 'subscription' | 'onChange'> {
  signer: DraftSigner
  /** With what they can sign; null of who is no longer active. */
  means: Means | undefined
  /** Of somebody without an account: opens what was said of them. */
  onEdit: (() => void) | undefined
  /** Of a role that nobody has: asks somebody without an account. */
  onGuest: (() => void) | undefined
  /** By which they are moved to another stage; undefined while there is nobody else. */
  handle: HTMLAttributes<HTMLButtonElement> | undefined
}

function SignerItem({ draft, signer, subscription, means, onChange, onEdit, onGuest, handle }: SignerItemProps) {
  const t = useText()
  const { userId, name, stage } = signer
  const change = (changed: Partial<DraftSigner>) => onChange((before) => changeSigner(before, userId, changed))
  const isFixed = isLocked(draft, 'people')
  const isEdited = draft.template?.isEdited === true
  const isOpen = isUnfilled(signer)
  const choices = isFixed ? [] : stageChoices(draft, signer)
  const others = draft.signers.map((one) => one.userId)
  const canSign = means ? means.types.length > 0 : signer.canSign
  const lack = means === null ? 'send.goneHere' : canSign ? undefined : 'send.nothingToSignWith'
  return (
    <li id={signerTarget(userId)} className={styles.item}>
      <div className={classNames(styles.itemHead, handle && styles.withHandle)}>
        {handle && (
          <IconButton {...handle} icon={GripVertical} label={t('send.move', { name })} className={styles.handle} />
        )}
        <div className={styles.who}>
          <b>{name}</b>
          <span className="muted">{isOpen ? t('templates.isRole') : whoIs(signer, t)}</span>
          {!isOpen && !isEdited && signer.role !== undefined && (
            <span className="muted">{t('templates.takes', { role: signer.role })}</span>
          )}
          {lack && <span className={styles.warn}>{t(lack)}</span>}
        </div>
        <div className={styles.itemActs}>
          {onEdit && <IconButton icon={Pencil} label={t('guests.edit', { name })} onClick={onEdit} />}
          {!isOpen && !isEdited && signer.role !== undefined && (
            <IconButton
              icon={UserRoundPen}
              label={t('templates.chooseOther', { role: signer.role })}
              onClick={() => onChange((before) => fillRole(before, signer.role!, undefined))}
            />
          )}
          {!isFixed && (
            <IconButton
              icon={X}
              label={t('send.remove', { name })}
              onClick={() => onChange((before) => removeSigner(before, userId))}
            />
          )}
        </div>
      </div>
      {isOpen && !isEdited && <FillField role={signer.role!} taken={others} {...{ subscription, onChange, onGuest }} />}
      {!isEdited &&
        signer.approvers
          .filter(isUnfilled)
          .map((one) => (
            <FillField key={one.userId} role={one.role!} taken={[userId]} {...{ subscription, onChange }} />
          ))}
      {isEdited && !isOpen && (
        <TextField
          label={t('templates.asRole', { name })}
          hint={t('templates.asRoleHint')}
          maxLength={100}
          value={signer.role ?? ''}
          onChange={(role) => change({ role: role === '' ? undefined : role })}
        />
      )}
      {choices.length > 1 && (
        <SelectField
          label={t('send.when', { name })}
          value={String(stage)}
          onChange={(chosen) => change({ stage: Number(chosen) })}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t('send.stageTitle', { stage: choice })}
            </option>
          ))}
        </SelectField>
      )}
      {!isFixed && <MoreForSigner {...{ signer, subscription, means, isEdited }} onChange={change} />}
    </li>
  )
}

interface MoreForSignerProps {
  signer: DraftSigner
  subscription: string | undefined
  means: Means | undefined
  /** A template is made: approvers may be roles. */
  isEdited: boolean
  onChange: (changed: Partial<DraftSigner>) => void
}

const whoIs = ({ guest, userId, mailDomain }: DraftSigner, t: ReturnType<typeof useText>) =>
  guest ? `${guest.email} · ${t('guests.noAccount')}` : `${userId} · @${mailDomain}`

/** What is asked of one signer besides; nothing of it is there before it is opened. */
function MoreForSigner({ signer, ...rest }: MoreForSignerProps) {
  const t = useText()
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      id={askedTarget(signer.userId)}
      className={styles.more}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{t('send.moreFor', { name: signer.name })}</summary>
      {isOpened && (
        <Suspense>
          <SignerOptions signer={signer} {...rest} />
        </Suspense>
      )}
    </details>
  )
}
