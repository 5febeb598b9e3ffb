import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Notice } from '../../ui/status/notice.tsx'
import { senderApi } from '../sender-api.ts'
import { TeamField } from '../team-field.tsx'
import { asNamed, type Named } from './recipients.ts'
import { useRenewContacts } from './use-favourites.ts'

interface SaveGroupDialogProps {
  people: readonly Named[]
  subscription: string | undefined
  onClose: () => void
}

/** Keeps the people of a dispatch as a group. */
export function SaveGroupDialog({ people, subscription, onClose }: SaveGroupDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewContacts()
  const [name, setName] = useState('')
  const [team, setTeam] = useState<string | null>(null)
  const [key] = useState(() => crypto.randomUUID())
  const saving = useMutation({
    mutationFn: () =>
      senderApi.createGroup({
        query: { subscription },
        headers: { 'idempotency-key': key },
        body: { name: name.trim(), ...(team !== null && { team }), members: people.map(asNamed) },
      }),
    onSuccess: async (group) => {
      onClose()
      showToast('success', t('contacts.groupSaved', { name: group.name }))
      await renew()
    },
  })
  const isNamed = name.trim() !== ''
  return (
    <Dialog
      open
      busy={saving.isPending}
      onClose={onClose}
      title={t('contacts.saveAsGroup')}
      description={t('contacts.saveAsGroupText')}
      onSubmit={() => isNamed && saving.mutate()}
      actions={
        <>
          <Button disabled={saving.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={saving.isPending} disabled={!isNamed}>
            {t('contacts.saveGroup')}
          </Button>
        </>
      }
    >
      <TextField autoFocus label={t('contacts.groupName')} maxLength={100} value={name} onChange={setName} />
      <TeamField {...{ subscription }} hint={t('contacts.teamHint')} value={team} onChange={setTeam} />
      <p className="muted">{people.map((one) => one.name).join(' · ')}</p>
      {saving.error && <Notice tone="bad">{errorText(saving.error)}</Notice>}
    </Dialog>
  )
}
