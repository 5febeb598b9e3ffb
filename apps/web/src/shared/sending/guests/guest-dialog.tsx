import { languageOf } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../failures/use-report-failure.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts'
import { useText } from '../../i18n/use-text.ts'
import { senderApi } from '../sender-api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Notice } from '../../ui/status/notice.tsx'
import { EMPTY_GUEST, MOST_EMAIL_LETTERS, problemsOf, tidy, type GuestWish, type KnownPerson } from './guest.ts'

interface GuestDialogProps {
  /** Who is changed; undefined for somebody new. */
  before: GuestWish | undefined
  subscription: string | undefined
  /** Codes can be sent to phones. */
  provesPhones: boolean
  /** Addresses of the others without an account. */
  taken: readonly string[]
  onClose: () => void
  onGuest: (guest: GuestWish) => void
  /** The address is that of somebody who has an account. */
  onKnown: (person: KnownPerson) => void
}

/** Asks whether somebody of the institution has the address: then it is that person who is invited. */
function useLookUp({ subscription, onGuest, onKnown }: GuestDialogProps) {
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ email }: GuestWish) => {
      const { data } = await senderApi.suggestPeople({ query: { text: email, subscription } })
      return data.find(({ hasAddress }) => hasAddress)
    },
    onSuccess: (known, guest) => (known ? onKnown(known) : onGuest(guest)),
  })
  return { lookUp: mutate, isBusy: isPending, failure: error && failureText(error) }
}

/** Asks who somebody without an account is, and how they prove it. */
export function GuestDialog(props: GuestDialogProps) {
  const { before, taken, onClose } = props
  const t = useText()
  const [guest, setGuest] = useState(before ?? EMPTY_GUEST)
  const [isTried, setTried] = useState(false)
  const { lookUp, isBusy, failure } = useLookUp(props)
  const problems = problemsOf(tidy(guest), taken)
  const submit = () => {
    setTried(true)
    if (!isBusy && Object.keys(problems).length === 0) lookUp(tidy(guest))
  }
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={before ? t('guests.edit', { name: before.name }) : t('guests.add')}
      description={t('guests.text')}
      onSubmit={submit}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t(before ? 'guests.save' : 'guests.confirm')}
          </Button>
        </>
      }
    >
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <GuestFields
        guest={guest}
        problems={isTried ? problems : {}}
        provesPhones={props.provesPhones}
        onChange={(change) => setGuest({ ...guest, ...change })}
      />
    </Dialog>
  )
}

interface GuestFieldsProps {
  /** Only what a contact keeps is asked. */
  isContact?: boolean
  guest: GuestWish
  problems: ReturnType<typeof problemsOf>
  provesPhones: boolean
  onChange: (change: Partial<GuestWish>) => void
}

/** Who somebody without an account is. */
export function GuestFields({ isContact = false, guest, problems, provesPhones, onChange }: GuestFieldsProps) {
  const t = useText()
  const said = (field: keyof typeof problems) => problems[field] && t(`guests.${problems[field]}`)
  return (
    <>
      <TextField
        autoFocus
        label={t('guests.name')}
        maxLength={255}
        autoComplete="off"
        error={said('name')}
        value={guest.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={t('guests.email')}
        type="email"
        maxLength={MOST_EMAIL_LETTERS}
        autoComplete="off"
        error={said('email')}
        value={guest.email}
        onChange={(email) => onChange({ email })}
      />
      <TextField
        label={t('guests.phone')}
        hint={t('guests.phoneHint')}
        type="tel"
        maxLength={40}
        autoComplete="off"
        error={said('phone')}
        value={guest.phone}
        onChange={(phone) => onChange({ phone })}
      />
      {provesPhones && guest.phone.trim() !== '' && (
        <Checkbox
          label={t('guests.provesPhone')}
          checked={guest.provesPhone}
          onChange={(provesPhone) => onChange({ provesPhone })}
        />
      )}
      <LanguageField value={guest.language} onChange={(language) => onChange({ language })} />
      {!isContact && (
        <TextField
          label={t('guests.legalId')}
          hint={t('guests.legalIdHint')}
          maxLength={64}
          autoComplete="off"
          value={guest.legalId}
          onChange={(legalId) => onChange({ legalId })}
        />
      )}
    </>
  )
}

interface LanguageFieldProps {
  value: GuestWish['language']
  onChange: (language: GuestWish['language']) => void
}

function LanguageField({ value, onChange }: LanguageFieldProps) {
  const t = useText()
  return (
    <SelectField label={t('guests.language')} value={value} onChange={(chosen) => onChange(languageOf(chosen) ?? '')}>
      <option value="">{t('guests.anyLanguage')}</option>
      {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
