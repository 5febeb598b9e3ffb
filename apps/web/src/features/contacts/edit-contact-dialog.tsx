import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { guestOf } from '../../shared/sending/contacts/recipients.ts'
import { useRenewContacts } from '../../shared/sending/contacts/use-favourites.ts'
import { problemsOf, tidy, type GuestWish } from '../../shared/sending/guests/guest.ts'
import { GuestFields } from '../../shared/sending/guests/guest-dialog.tsx'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { Contact } from './contact-queries.ts'

interface EditContactDialogProps {
  item: Contact
  subscription: string | undefined
  onClose: () => void
}

/** Changes what is kept of somebody without an account. */
export function EditContactDialog({ item, subscription, onClose }: EditContactDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewContacts()
  const [wish, setWish] = useState<GuestWish>({ name: item.name, ...guestOf(item) })
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: ({ name, email, phone, language }: GuestWish) =>
      senderApi.changeContact({
        params: { contactId: item.guid },
        query: { subscription },
        body: { name, email, phone: phone === '' ? null : phone, language },
      }),
    onSuccess: async () => {
      onClose()
      await renew()
    },
  })
  const problems = problemsOf(tidy(wish), [])
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) saving.mutate(tidy(wish))
  }
  return (
    <Dialog
      open
      busy={saving.isPending}
      onClose={onClose}
      title={t('contacts.editNamed', { name: item.name })}
      onSubmit={submit}
      actions={
        <>
          <Button disabled={saving.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={saving.isPending}>
            {t('guests.save')}
          </Button>
        </>
      }
    >
      {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
      <GuestFields
        isContact
        provesPhones={false}
        guest={wish}
        problems={isTried ? problems : {}}
        onChange={(change) => setWish({ ...wish, ...change })}
      />
    </Dialog>
  )
}
