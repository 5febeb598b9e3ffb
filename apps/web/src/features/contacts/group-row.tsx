import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { GROUPS } from '../../shared/sending/contacts/recipients.ts'
import { useRenewContacts } from '../../shared/sending/contacts/use-favourites.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ContactLines } from './contact-row.tsx'
import type { GroupItem } from './contact-queries.ts'
import styles from './contacts.module.css'
import { GroupDialog } from './group-dialog.tsx'

interface GroupRowProps {
  item: GroupItem
  subscription: string | undefined
}

/** A group: whose it is, how many are in it, and what can be done about it. */
export function GroupRow({ item, subscription }: GroupRowProps) {
  const t = useText()
  const [open, setOpen] = useState<'people' | 'delete'>()
  const { name, team, people, isOwn, mayEdit, ownerName } = item
  const close = () => setOpen(undefined)
  return (
    <li>
      <div className={styles.about}>
        <span className={styles.name}>
          <b>
            <bdi>{name}</bdi>
          </b>
          {team && <Tag>{team.name}</Tag>}
        </span>
        <span className="muted">
          {t('contacts.people', { count: people })}
          {!isOwn && ` · ${ownerName}`}
        </span>
      </div>
      <div className={styles.acts}>
        <IconButton
          icon={mayEdit ? Pencil : Eye}
          label={t(mayEdit ? 'contacts.editNamed' : 'contacts.showNamed', { name })}
          onClick={() => setOpen('people')}
        />
        {mayEdit && (
          <IconButton icon={Trash2} label={t('contacts.deleteNamed', { name })} onClick={() => setOpen('delete')} />
        )}
      </div>
      {open === 'people' && <OpenGroup {...{ item, subscription }} onClose={close} />}
      {open === 'delete' && <DeleteDialog {...{ item, subscription }} onClose={close} />}
    </li>
  )
}

interface OpenProps extends GroupRowProps {
  onClose: () => void
}

/** The people of a group as they are now: to be changed, or, where that is not allowed, to be seen. */
function OpenGroup({ item, subscription, onClose }: OpenProps) {
  const t = useText()
  const errorText = useErrorText()
  const { data, error } = useQuery({
    queryKey: [...GROUPS, subscription, item.guid],
    queryFn: ({ signal }) => senderApi.groupStatus({ params: { groupId: item.guid }, query: { subscription }, signal }),
    // What is changed is what was read when it was opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data?.mayEdit) return <GroupDialog before={data} {...{ subscription, onClose }} />
  return (
    <Dialog
      open
      light
      onClose={onClose}
      title={item.name}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {error ? <Notice tone="bad">{errorText(error)}</Notice> : !data && <Loader />}
      <ul className={styles.members}>
        {data?.members.map((member) => (
          <li key={member.userId ?? member.email}>
            <ContactLines person={member} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Asks before a group is gone. */
function DeleteDialog({ item: { guid, name, team, changes }, subscription, onClose }: OpenProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewContacts()
  const deleting = useMutation({
    mutationFn: () =>
      senderApi.deleteGroup({
        params: { groupId: guid },
        query: { subscription },
        headers: { 'if-match': `"v${changes}"` },
      }),
    onSuccess: () => {
      onClose()
      showToast('success', t('contacts.groupDeleted', { name }))
    },
    onSettled: renew,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={deleting.isPending}
      title={t('contacts.deleteTitle', { name })}
      description={team ? t('contacts.deleteSharedText', { team: team.name }) : t('contacts.deleteText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('contacts.delete')}
          </Button>
        </>
      }
    >
      {deleting.error && <Notice tone="bad">{errorText(deleting.error)}</Notice>}
    </Dialog>
  )
}
