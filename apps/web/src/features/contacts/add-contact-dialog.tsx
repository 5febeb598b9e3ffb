import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { asNamed, type Named } from '../../shared/sending/contacts/recipients.ts'
import { useRenewContacts } from '../../shared/sending/contacts/use-favourites.ts'
import { EMPTY_GUEST, problemsOf, tidy } from '../../shared/sending/guests/guest.ts'
import { GuestFields } from '../../shared/sending/guests/guest-dialog.tsx'
import { PersonField } from '../../shared/sending/person-field.tsx'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { ContactPartProps } from './contact-list.tsx'

interface AddContactDialogProps extends ContactPartProps {
  onClose: () => void
}

function useAdding(subscription: string | undefined, onDone: () => void) {
  const t = useText()
  const renew = useRenewContacts()
  return useMutation({
    mutationFn: (person: Named) =>
      senderApi.addContact({
        query: { subscription },
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: asNamed(person),
      }),
    onSuccess: async ({ name }) => {
      onDone()
      showToast('success', t('contacts.added', { name }))
      await renew()
    },
  })
}

/** Keeps somebody of the subscription as a contact, or, where it may ask them, somebody without an account. */
export function AddContactDialog({ subscription, chosen, onClose }: AddContactDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const [isGuest, setGuest] = useState(false)
  const [wish, setWish] = useState(EMPTY_GUEST)
  const [isTried, setTried] = useState(false)
  const adding = useAdding(subscription, onClose)
  const problems = problemsOf(tidy(wish), [])
  const submit = () => {
    if (!isGuest) return
    setTried(true)
    const { name, ...guest } = tidy(wish)
    if (Object.keys(problems).length === 0) adding.mutate({ userId: '', name, guest })
  }
  return (
    <Dialog
      open
      busy={adding.isPending}
      onClose={onClose}
      title={t('contacts.add')}
      description={t(isGuest ? 'contacts.guestText' : 'contacts.addText')}
      onSubmit={submit}
      actions={
        <>
          <Button disabled={adding.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {isGuest && (
            <Button type="submit" kind="primary" busy={adding.isPending}>
              {t('contacts.add')}
            </Button>
          )}
        </>
      }
    >
      {adding.error && <Notice tone="bad">{errorText(adding.error)}</Notice>}
      {isGuest ? (
        <GuestFields
          isContact
          provesPhones={false}
          guest={wish}
          problems={isTried ? problems : {}}
          onChange={(change) => setWish({ ...wish, ...change })}
        />
      ) : (
        <div>
          <PersonField
            label={t('contacts.who')}
            subscription={subscription}
            taken={[]}
            onChoose={(person) => adding.mutate(person)}
          />
        </div>
      )}
      {chosen?.AllowsGuests && <Kind isGuest={isGuest} onChange={setGuest} />}
    </Dialog>
  )
}

/** The way between who has an account and who has none. */
function Kind({ isGuest, onChange }: { isGuest: boolean; onChange: (isGuest: boolean) => void }) {
  const t = useText()
  return (
    <div>
      <Button size="small" onClick={() => onChange(!isGuest)}>
        {t(isGuest ? 'contacts.whoHasAccount' : 'contacts.whoHasNone')}
      </Button>
    </div>
  )
}
