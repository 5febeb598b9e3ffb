import { lazy, Suspense, useState, type HTMLAttributes } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { changeSigner, isLocked, stageChoices, type Draft, type DraftSigner } from '../draft.ts'
import { askedTarget, signerTarget, type Means } from '../findings.ts'
import styles from '../send.module.css'
import { FillField } from '../templates/role-fields.tsx'
import { isUnfilled } from '../templates/roles.ts'
import { SignerHead } from './signer-head.tsx'

const SignerOptions = lazy(() => import('./signer-options.tsx').then((module) => ({ default: module.SignerOptions })))

export interface SignerItemProps {
  draft: Draft
  signer: DraftSigner
  subscription: string | undefined
  /** With what they can sign; null of who is no longer active. */
  means: Means | undefined
  onChange: (change: (draft: Draft) => Draft) => void
  /** Of somebody without an account: opens what was said of them. */
  onEdit: (() => void) | undefined
  /** Of a role that nobody has: asks somebody without an account. */
  onGuest: (() => void) | undefined
  /** By which they are moved to another stage; undefined while there is nobody else. */
  handle: HTMLAttributes<HTMLButtonElement> | undefined
}

/** Somebody who signs, or a role: who it is, when they sign, and what is asked of them. */
export function SignerItem({ draft, signer, subscription, means, onChange, onEdit, onGuest, handle }: SignerItemProps) {
  const { userId } = signer
  const change = (changed: Partial<DraftSigner>) => onChange((before) => changeSigner(before, userId, changed))
  const isFixed = isLocked(draft, 'people')
  const isEdited = draft.template?.isEdited === true
  return (
    <li id={signerTarget(userId)} className={styles.item}>
      <SignerHead {...{ draft, signer, subscription, means, onChange, onEdit, handle }} />
      {!isEdited && <FillFields {...{ draft, signer, subscription, onChange, onGuest }} />}
      {isEdited && !isUnfilled(signer) && <RoleName signer={signer} onChange={change} />}
      {!isFixed && <StageField {...{ draft, signer }} onChange={change} />}
      {!isFixed && <MoreForSigner {...{ signer, subscription, means, isEdited }} onChange={change} />}
    </li>
  )
}

type FillFieldsProps = Pick<SignerItemProps, 'draft' | 'signer' | 'subscription' | 'onChange' | 'onGuest'>

/** Asks who takes the role of a signer, and those of their approvers. */
function FillFields({ draft, signer, subscription, onChange, onGuest }: FillFieldsProps) {
  const others = draft.signers.map((one) => one.userId)
  return (
    <>
      {isUnfilled(signer) && <FillField role={signer.role!} taken={others} {...{ subscription, onChange, onGuest }} />}
      {signer.approvers.filter(isUnfilled).map((one) => (
        <FillField key={one.userId} role={one.role!} taken={[signer.userId]} {...{ subscription, onChange }} />
      ))}
    </>
  )
}

interface SignerFieldProps {
  signer: DraftSigner
  onChange: (changed: Partial<DraftSigner>) => void
}

/** Has a person of the draft stand for a role of the template. */
function RoleName({ signer: { name, role }, onChange }: SignerFieldProps) {
  const t = useText()
  return (
    <TextField
      label={t('templates.asRole', { name })}
      hint={t('templates.asRoleHint')}
      maxLength={100}
      value={role ?? ''}
      onChange={(typed) => onChange({ role: typed === '' ? undefined : typed })}
    />
  )
}

/** In which stage they sign, where there is a choice. */
function StageField({ draft, signer, onChange }: SignerFieldProps & Pick<SignerItemProps, 'draft'>) {
  const t = useText()
  const choices = stageChoices(draft, signer)
  if (choices.length <= 1) return null
  return (
    <SelectField
      label={t('send.when', { name: signer.name })}
      value={String(signer.stage)}
      onChange={(chosen) => onChange({ stage: Number(chosen) })}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {t('send.stageTitle', { stage: choice })}
        </option>
      ))}
    </SelectField>
  )
}

interface MoreForSignerProps extends SignerFieldProps {
  subscription: string | undefined
  means: Means | undefined
  /** A template is made: approvers may be roles. */
  isEdited: boolean
}

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
