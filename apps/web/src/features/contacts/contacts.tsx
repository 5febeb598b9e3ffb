import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { SubscriptionChooser } from '../../shared/sending/subscription-chooser.tsx'
import { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { ContactList } from './contact-list.tsx'
import styles from './contacts.module.css'
import { GroupList } from './group-list.tsx'

/** Whom a sender asks often, alone and in groups. */
export function Contacts({ from }: { from: string | undefined }) {
  const t = useText()
  const router = useRouter()
  const [isAdding, setAdding] = useState(false)
  const sending = useSendingFrom(from)
  const { subscription, chosen } = sending
  if (sending.sending?.length === 0) return <NotASender />
  return (
    <>
      <ListHead title={t('titles.contacts')} subtitle={t('contacts.lead')}>
        <SubscriptionChooser
          from={sending}
          onChoose={(guid) => void router.navigate({ to: '/contacts', search: { from: guid } })}
        />
        <Button kind="primary" icon={Plus} disabled={!chosen} onClick={() => setAdding(true)}>
          {t('contacts.add')}
        </Button>
      </ListHead>
      <div className={styles.parts}>
        <ContactList {...{ subscription, chosen }} />
        <GroupList {...{ subscription, chosen }} />
      </div>
      {isAdding && chosen && <AddContactDialog {...{ subscription, chosen }} onClose={() => setAdding(false)} />}
    </>
  )
}
