import { KEY_SCOPES, type KeyScope } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { Membership } from '../../shared/api/memberships.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { addDays, today, type Day } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './keys.module.css'
import type { MadeKey } from './keys-query.ts'

const MOST_DAYS = 365
const USUAL_DAYS = 90
const MAX_NAME = 100

interface Wish {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly lastDay: Day | undefined
  readonly subscription: string
}

/** The end of a day where the person is. */
const endOf = (day: Day): string => new Date(`${day}T23:59:59`).toISOString()

const isComplete = ({ name, scopes, lastDay }: Wish) => name.trim() !== '' && scopes.length > 0 && lastDay !== undefined

function useMaking(onMade: (key: MadeKey) => void) {
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ name, scopes, lastDay, subscription }: Wish) =>
      senderApi.createPersonalKey({
        body: {
          Name: name.trim(),
          Scopes: [...scopes],
          ExpiresAt: endOf(lastDay!),
          Subscription: subscription,
        },
      }),
    // The key is shown by the dialog alone, and kept nowhere.
    gcTime: 0,
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.personalKeys })
      onMade(made)
    },
  })
  return { make: mutate, isBusy: isPending, problem: error && !isSessionExpiry(error) ? failureText(error) : undefined }
}

interface MakeKeyDialogProps {
  /** Where the person may send from. */
  sending: readonly Membership[]
  onClose: () => void
  onMade: (key: MadeKey) => void
}

/** Asks what a new key is called, what it may do and until when. */
export function MakeKeyDialog({ sending, onClose, onMade }: MakeKeyDialogProps) {
  const t = useText()
  const [isTried, setTried] = useState(false)
  const [wish, setWish] = useState<Wish>(() => ({
    name: '',
    scopes: ['documents:send', 'documents:read'],
    lastDay: addDays(today(), USUAL_DAYS),
    subscription: sending[0]!.Guid,
  }))
  const { make, isBusy, problem } = useMaking(onMade)
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={t('keys.makeTitle')}
      description={t('keys.makeText')}
      onSubmit={() => {
        setTried(true)
        if (!isBusy && isComplete(wish)) make(wish)
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('keys.make')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <WishFields {...{ sending, wish, isTried }} onChange={(change) => setWish({ ...wish, ...change })} />
    </Dialog>
  )
}

interface WishFieldsProps {
  sending: readonly Membership[]
  wish: Wish
  isTried: boolean
  onChange: (change: Partial<Wish>) => void
}

function WishFields({ sending, wish, isTried, onChange }: WishFieldsProps) {
  const t = useText()
  const { name, scopes, lastDay, subscription } = wish
  return (
    <>
      <TextField
        autoFocus
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        maxLength={MAX_NAME}
        error={isTried && name.trim() === '' ? t('keys.nameMissing') : undefined}
        value={name}
        onChange={(changed) => onChange({ name: changed })}
      />
      {sending.length > 1 && (
        <SelectField
          label={t('keys.subscription')}
          value={subscription}
          onChange={(chosen) => onChange({ subscription: chosen })}
        >
          {sending.map(({ Guid, Name }) => (
            <option key={Guid} value={Guid}>
              {Name}
            </option>
          ))}
        </SelectField>
      )}
      <fieldset className={styles.choices}>
        <legend>{t('keys.may')}</legend>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`keys.scopes.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(checked) =>
              onChange({ scopes: KEY_SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))) })
            }
          />
        ))}
        {isTried && scopes.length === 0 && <Notice tone="bad">{t('keys.scopesMissing')}</Notice>}
      </fieldset>
      <DateField
        label={t('keys.lastDay')}
        value={lastDay}
        min={today()}
        max={addDays(today(), MOST_DAYS)}
        onChange={(day) => onChange({ lastDay: day })}
      />
      {isTried && lastDay === undefined && <Notice tone="bad">{t('keys.lastDayMissing')}</Notice>}
    </>
  )
}
