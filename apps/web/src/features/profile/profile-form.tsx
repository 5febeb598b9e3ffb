import { useState, type ReactNode } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { currentText, useText } from '../../shared/i18n/use-text.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { AskingDialog } from './asking-dialog.tsx'
import { DataSection } from './data-section.tsx'
import {
  asksCurrent,
  fileProblem,
  isChanged,
  isEmailWrong,
  KEEP,
  lacksSignature,
  saveState,
  startFields,
} from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { storedData, type User } from './profile-queries.ts'
import { imageRefusal, SaveError, useSaveProfile } from './save-profile.ts'
import { SaveBar } from './save-bar.tsx'
import { SignatureSection } from './signature-section.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { useLeaving } from '../../shared/session/leaving/use-leaving.ts'
import styles from './profile.module.css'

/** What keeps the form from being sent, though Save may be pressed: it is shown at its field. */
function isIncomplete(fields: ProfileFields, user: User): boolean {
  const { signature } = fields
  const hasBadFile = signature.kind === 'new' && signature.way === 'file' && fileProblem(signature.file) !== null
  const lacksCurrent = asksCurrent(fields, user) && fields.current === ''
  return isEmailWrong(fields, user.email) || lacksSignature(signature) || hasBadFile || lacksCurrent
}

/** The fields, whether Save was tried with them, and what happens to them. */
function useProfileForm(user: User) {
  const now = storedData(user)
  const [fields, setFields] = useState(() => startFields(now))
  const [tried, setTried] = useState(false)
  const change = (changes: Partial<ProfileFields>) => setFields((now) => ({ ...now, ...changes }))
  const saving = useSaveProfile(user, () => change({ signature: KEEP }))
  const rememberFocus = useFocusBack(saving.isPending, saveState(fields, now))
  const [stored, setStored] = useState(now)
  if (now.email !== stored.email || now.language !== stored.language) {
    // Changed elsewhere, it shows where nobody has typed another one.
    setStored(now)
    change({
      ...(fields.email.trim() === stored.email && { email: now.email }),
      ...(fields.language === stored.language && { language: now.language }),
    })
  }
  return {
    fields,
    stored: now,
    tried,
    saving,
    change: (changes: Partial<ProfileFields>) => {
      // What the server said of one picture is not true of another.
      if ('signature' in changes) saving.reset()
      change(changes)
    },
    discard: () => {
      saving.reset()
      setFields(startFields(now))
      setTried(false)
    },
    save: () => {
      setTried(true)
      if (isIncomplete(fields, user)) {
        focusFirstProblem()
        return
      }
      rememberFocus()
      saving.mutate(fields, {
        onSuccess: () => {
          setFields(({ email, language }) => startFields({ email: email.trim(), language }))
          setTried(false)
          // In the language that was just chosen.
          showToast('success', currentText()('profile.saved'))
        },
      })
    },
  }
}

/** Once the problems are marked. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid]')?.focus())
}

interface ProfileFormProps {
  user: User
  onConfirmAddress: () => void
}

export function ProfileForm({ user, onConfirmAddress }: ProfileFormProps) {
  const t = useText()
  const { fields, stored, tried, saving, change, discard, save } = useProfileForm(user)
  const [isDiscarding, setDiscarding] = useState(false)
  const leaving = useLeaving(isChanged(fields, stored))
  const refusal = imageRefusal(saving.error)
  const isSaving = saving.isPending
  const confirmDiscard = () => {
    setDiscarding(false)
    discard()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) save()
      }}
    >
      <Section title={t('profile.dataTitle')}>
        <DataSection
          {...{ user, fields, onConfirmAddress }}
          isWrong={isEmailWrong(fields, user.email)}
          isTried={tried}
          onChange={change}
          disabled={isSaving}
        />
      </Section>
      <Section title={t('profile.passwordTitle')} hint={t('profile.passwordHint')}>
        <NewPasswordFields {...fields} onChange={change} disabled={isSaving} />
        {asksCurrent(fields, user) && <CurrentPassword {...{ fields, tried, change }} disabled={isSaving} />}
      </Section>
      <Section title={t('profile.signatureTitle')} hint={t('profile.signatureHint')}>
        <SignatureSection
          signature={fields.signature}
          onChange={(signature) => change({ signature })}
          isLacking={tried && lacksSignature(fields.signature)}
          refusal={refusal}
          disabled={isSaving}
        />
      </Section>
      {saving.error && !refusal && <SaveFailure error={saving.error} />}
      <SaveBar
        fields={fields}
        stored={stored}
        isSaving={isSaving}
        onDiscard={() => (isChanged(fields, stored) ? setDiscarding(true) : discard())}
      />
      <AskingDialog
        open={isDiscarding}
        about="discarding"
        onBack={() => setDiscarding(false)}
        onConfirm={confirmDiscard}
      />
      <AskingDialog open={leaving.isAsking} about="leaving" onBack={leaving.stay} onConfirm={leaving.leave} />
    </form>
  )
}

interface CurrentPasswordProps extends Pick<ReturnType<typeof useProfileForm>, 'fields' | 'tried' | 'change'> {
  disabled: boolean
}

/** Proves that it is the person who changes e-mail or password, and not who finds their session open. */
function CurrentPassword({ fields, tried, change, disabled }: CurrentPasswordProps) {
  const t = useText()
  return (
    <PasswordField
      label={t('profile.currentPassword')}
      hint={t('profile.currentPasswordHint')}
      autoComplete="current-password"
      value={fields.current}
      onChange={(current) => change({ current })}
      disabled={disabled}
      error={tried && fields.current === '' ? t('profileErrors.CURRENT_PASSWORD_NEEDED') : undefined}
    />
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <div className={styles.section}>
        <div className={styles.about}>
          <h2>{title}</h2>
          {hint !== undefined && <p className="muted">{hint}</p>}
        </div>
        <div className={styles.fields}>{children}</div>
      </div>
    </Card>
  )
}

function SaveFailure({ error }: { error: Error }) {
  const t = useText()
  const errorText = useErrorText()
  const isHalf = error instanceof SaveError && error.step === 'data' && error.signatureIsSaved
  return (
    <Notice tone="bad">
      {isHalf && <p>{t('profile.imageSaved')}</p>}
      <p>{errorText(error instanceof SaveError ? error.cause : error)}</p>
    </Notice>
  )
}
