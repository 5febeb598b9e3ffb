import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { RemoveContactDialog } from '../../shared/sending/contacts/remove-contact-dialog.tsx'
import { useRenewContacts } from '../../shared/sending/contacts/use-favourites.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import type { Contact } from './contact-queries.ts'
import styles from './contacts.module.css'
import { EditContactDialog } from './edit-contact-dialog.tsx'

interface ContactRowProps {
  item: Contact
  subscription: string | undefined
}

/** Takes somebody with an account off the contacts, which the message about it can undo. */
function useRemoval({ guid, userId, name }: Contact, subscription: string | undefined) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewContacts()
  const query = { subscription }
  const fail = (error: Error) => showToast('error', errorText(error))
  const onSettled = renew
  const undoing = useMutation({
    mutationFn: (body: { userId: string }) =>
      senderApi.addContact({ query, headers: { 'idempotency-key': crypto.randomUUID() }, body }),
    onError: fail,
    onSettled,
  })
  return useMutation({
    mutationFn: () => senderApi.deleteContact({ params: { contactId: guid }, query }),
    onSuccess: () => {
      const undo = { label: t('contacts.undo'), run: () => userId !== null && undoing.mutate({ userId }) }
      showToast('success', t('contacts.removed', { name }), [undo])
    },
    onError: fail,
    onSettled,
  })
}

/** A contact: who it is, and what can be done about it. */
export function ContactRow({ item, subscription }: ContactRowProps) {
  const t = useText()
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const { mutate: remove, isPending } = useRemoval(item, subscription)
  const { guid, userId, name } = item
  const close = () => setOpen(undefined)
  return (
    <li>
      <ContactLines person={item} />
      <div className={styles.acts}>
        {userId === null && (
          <IconButton icon={Pencil} label={t('contacts.editNamed', { name })} onClick={() => setOpen('edit')} />
        )}
        <IconButton
          icon={Trash2}
          label={t('contacts.removeNamed', { name })}
          resting={isPending}
          onClick={() => (userId === null ? setOpen('remove') : remove())}
        />
      </div>
      {open === 'edit' && <EditContactDialog {...{ item, subscription }} onClose={close} />}
      {open === 'remove' && <RemoveContactDialog contactId={guid} {...{ name, subscription }} onClose={close} />}
    </li>
  )
}

type Person = Pick<Contact, 'userId' | 'name' | 'email' | 'mailDomain' | 'phone' | 'canBeAsked'>

/** Who somebody is, and why nothing can be sent to them any more. */
export function ContactLines({ person }: { person: Person }) {
  const t = useText()
  const { userId, name, email, mailDomain, phone, canBeAsked } = person
  const who = userId === null ? [email, phone, t('guests.noAccount')] : [userId, `@${mailDomain}`]
  return (
    <div className={styles.person}>
      <Avatar name={name} />
      <div className={styles.about}>
        <span className={styles.name}>
          <b>
            <bdi>{name}</bdi>
          </b>
          {!canBeAsked && <Tag tone="warn">{t(userId === null ? 'contacts.notAllowed' : 'contacts.gone')}</Tag>}
        </span>
        <span className="muted">{who.filter((one) => one !== null).join(' · ')}</span>
      </div>
    </div>
  )
}
