import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { RecipientField } from '../../shared/sending/contacts/recipient-field.tsx'
import { asNamed, guestOf, keyOfRecipient } from '../../shared/sending/contacts/recipients.ts'
import { useRenewContacts } from '../../shared/sending/contacts/use-favourites.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { TeamField } from '../../shared/sending/team-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ContactLines } from './contact-row.tsx'
import type { Group } from './contact-queries.ts'
import styles from './contacts.module.css'

const MOST_MEMBERS = 50

type Member = Group['members'][number]

interface GroupDialogProps {
  /** Undefined for a new one. */
  before: Group | undefined
  subscription: string | undefined
  onClose: () => void
}

interface Wish {
  readonly name: string
  readonly team: string | null
  readonly members: readonly Member[]
}

const wishOf = (before: Group | undefined): Wish =>
  before
    ? { name: before.name, team: before.team?.guid ?? null, members: before.members }
    : { name: '', team: null, members: [] }

/** By contact where there is one, since another member of the team may keep them. */
const asWanted = (member: Member) =>
  member.contact === null
    ? asNamed({
        ...{ userId: member.userId ?? '', name: member.name },
        guest: member.userId === null ? guestOf(member) : null,
      })
    : { contact: member.contact }

function useSaving({ before, subscription, onClose }: GroupDialogProps) {
  const t = useText()
  const renew = useRenewContacts()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ name, team, members }: Wish) => {
      const query = { subscription }
      const wanted = { name: name.trim(), members: members.map(asWanted) }
      if (!before) {
        const body = { ...wanted, ...(team !== null && { team }) }
        return senderApi.createGroup({ query, headers: { 'idempotency-key': key }, body })
      }
      return senderApi.changeGroup({
        ...{ params: { groupId: before.guid }, query, headers: { 'if-match': `"v${before.changes}"` } },
        body: { ...wanted, ...(before.isOwn && { team }) },
      })
    },
    onSuccess: ({ name }) => {
      onClose()
      showToast('success', t('contacts.groupSaved', { name }))
    },
    onSettled: renew,
  })
}

/** What a group is called, who is in it, and, for its owner, who sees it. */
export function GroupDialog(props: GroupDialogProps) {
  const { before, subscription, onClose } = props
  const t = useText()
  const saving = useSaving(props)
  const [wish, setWish] = useState(() => wishOf(before))
  const isWhole = wish.name.trim() !== '' && wish.members.length > 0
  return (
    <Dialog
      open
      busy={saving.isPending}
      onClose={onClose}
      title={before ? t('contacts.editNamed', { name: before.name }) : t('contacts.newGroup')}
      description={t('contacts.groupText')}
      onSubmit={() => isWhole && saving.mutate(wish)}
      actions={
        <>
          <Button disabled={saving.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={saving.isPending} disabled={!isWhole}>
            {t('contacts.saveGroup')}
          </Button>
        </>
      }
    >
      {saving.error && <SaveFailure error={saving.error} />}
      <TextField
        autoFocus={!before}
        label={t('contacts.groupName')}
        maxLength={100}
        value={wish.name}
        onChange={(name) => setWish({ ...wish, name })}
      />
      <Members {...{ subscription }} members={wish.members} onChange={(members) => setWish({ ...wish, members })} />
      <SharedWith {...{ before, subscription }} team={wish.team} onChange={(team) => setWish({ ...wish, team })} />
    </Dialog>
  )
}

function SaveFailure({ error }: { error: Error }) {
  const t = useText()
  const errorText = useErrorText()
  const isOld = error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
  return <Notice tone="bad">{isOld ? t('contacts.changedMeanwhile') : errorText(error)}</Notice>
}

interface SharedWithProps extends Pick<GroupDialogProps, 'before' | 'subscription'> {
  team: string | null
  onChange: (team: string | null) => void
}

/** With which team a group is shared, for its owner. */
function SharedWith({ before, subscription, team, onChange }: SharedWithProps) {
  const t = useText()
  if (before && !before.isOwn) return null
  return (
    <TeamField
      {...{ subscription, onChange }}
      hint={t('contacts.teamHint')}
      value={team}
      current={before?.team ?? null}
    />
  )
}

interface MembersProps {
  members: readonly Member[]
  subscription: string | undefined
  onChange: (members: readonly Member[]) => void
}

function Members({ members, subscription, onChange }: MembersProps) {
  const t = useText()
  return (
    <>
      {members.length < MOST_MEMBERS && (
        <div>
          <RecipientField
            label={t('contacts.addMember')}
            subscription={subscription}
            taken={members.map(keyOfRecipient)}
            onChoose={(person) =>
              onChange([...members, { ...person, contact: person.userId === null ? person.contact : null }])
            }
          />
        </div>
      )}
      <div className={styles.room}>
        {members.length > 0 && (
          <ul className={styles.members} aria-label={t('contacts.members')}>
            {members.map((member) => (
              <li key={keyOfRecipient(member)}>
                <ContactLines person={member} />
                <IconButton
                  icon={X}
                  label={t('send.remove', { name: member.name })}
                  onClick={() => onChange(members.filter((one) => one !== member))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
