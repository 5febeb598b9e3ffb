import { X } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import type { DraftSigner } from '../draft.ts'
import type { Means } from '../findings.ts'
import styles from '../send.module.css'
import { RoleField } from '../templates/role-fields.tsx'
import { asRole, isUnfilled } from '../templates/roles.ts'
import { CertificateField } from './certificate-field.tsx'

interface SignerOptionsProps {
  signer: DraftSigner
  subscription: string | undefined
  /** With what they can sign; null of who is no longer active. */
  means: Means | undefined
  /** A template is made: approvers may be roles. */
  isEdited: boolean
  onChange: (changed: Partial<DraftSigner>) => void
}

/** Everything that is asked of one signer besides a signature. */
export function SignerOptions({ signer, subscription, means, isEdited, onChange }: SignerOptionsProps) {
  const t = useText()
  const { disclaimer } = signer
  const agreed = (change: Partial<typeof disclaimer>) => onChange({ disclaimer: { ...disclaimer, ...change } })
  const isHalf = (disclaimer.title.trim() === '') !== (disclaimer.text.trim() === '')
  const lacking = (text: string) => (isHalf && text.trim() === '' ? t('send.disclaimer.half') : undefined)
  return (
    <div className={styles.moreFields}>
      <TextField
        label={t('send.reason')}
        hint={t('send.reasonHint')}
        maxLength={450}
        value={signer.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <TextAreaField
        label={t('send.private.label', { name: signer.name })}
        hint={t('send.private.hint')}
        rows={2}
        maxLength={1000}
        value={signer.privateMessage}
        onChange={(privateMessage) => onChange({ privateMessage })}
      />
      <Checkbox label={t('send.readAll')} checked={signer.readAll} onChange={(readAll) => onChange({ readAll })} />
      <Checkbox
        label={t('send.delegable')}
        checked={signer.delegable}
        onChange={(delegable) => onChange({ delegable })}
      />
      {!signer.guest && !isUnfilled(signer) && <CertificateField {...{ signer, means, onChange }} />}
      <fieldset className={styles.terms}>
        <legend>{t('send.disclaimer.legend')}</legend>
        <TextField
          label={t('send.disclaimer.title')}
          maxLength={200}
          error={lacking(disclaimer.title)}
          value={disclaimer.title}
          onChange={(title) => agreed({ title })}
        />
        <TextAreaField
          label={t('send.disclaimer.text')}
          hint={t('send.disclaimer.hint')}
          rows={3}
          maxLength={5000}
          error={lacking(disclaimer.text)}
          value={disclaimer.text}
          onChange={(text) => agreed({ text })}
        />
      </fieldset>
      <Approvers {...{ signer, subscription, isEdited }} onChange={(approvers) => onChange({ approvers })} />
    </div>
  )
}

interface ApproversProps {
  signer: DraftSigner
  subscription: string | undefined
  isEdited: boolean
  onChange: (approvers: DraftSigner['approvers']) => void
}

const MOST_APPROVERS = 20

function Approvers({ signer: { userId, approvers }, subscription, isEdited, onChange }: ApproversProps) {
  const t = useText()
  return (
    <>
      {approvers.length > 0 && (
        <ul className={styles.approvers} aria-label={t('send.approvers')}>
          {approvers.map((approver) => (
            <li key={approver.userId}>
              {approver.name}
              <IconButton
                icon={X}
                label={t('send.remove', { name: approver.name })}
                onClick={() => onChange(approvers.filter((one) => one.userId !== approver.userId))}
              />
            </li>
          ))}
        </ul>
      )}
      {isEdited && approvers.length < MOST_APPROVERS && (
        <RoleField
          label={t('templates.approverRole')}
          isTaken={(role) => approvers.some((one) => one.userId === asRole(role).userId)}
          onAdd={(role) => onChange([...approvers, asRole(role)])}
        />
      )}
      {approvers.length < MOST_APPROVERS && (
        <PersonField
          label={t('send.addApprover')}
          subscription={subscription}
          taken={[userId, ...approvers.map((one) => one.userId)]}
          onChoose={(person) => onChange([...approvers, person])}
        />
      )}
    </>
  )
}
