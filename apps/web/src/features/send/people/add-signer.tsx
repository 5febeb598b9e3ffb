import { useMutation } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { RecipientField } from '../../../shared/sending/contacts/recipient-field.tsx'
import { keyOf } from '../../../shared/sending/contacts/recipients.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { addSigner, isLocked, MOST_SIGNERS, type Draft } from '../draft.ts'
import { RoleField } from '../templates/role-fields.tsx'
import { asRole, isRoleTaken, isUnfilled } from '../templates/roles.ts'
import { addRecipient, unfoldGroup, type Unfolded } from './unfold-group.ts'

const SaveGroupDialog = lazy(() =>
  import('../../../shared/sending/contacts/save-group-dialog.tsx').then((module) => ({
    default: module.SaveGroupDialog,
  })),
)

interface AddSignerProps {
  draft: Draft
  subscription: string | undefined
  onChange: (change: (draft: Draft) => Draft) => void
}

/** What came of a group that was added. */
interface AddedGroup extends Unfolded {
  readonly name: string
}

/** Adds a person or the people of a group; to a template that is changed, also a role. */
export function AddSigner({ draft, subscription, onChange }: AddSignerProps) {
  const t = useText()
  const errorText = useErrorText()
  const unfolding = useMutation({
    mutationFn: async (groupId: string): Promise<AddedGroup> => {
      const { name, members } = await senderApi.groupStatus({ params: { groupId }, query: { subscription } })
      return { name, ...unfoldGroup(draft, members) }
    },
    onSuccess: ({ name, add, leftOut }) => {
      onChange((before) => add.reduce(addRecipient, before))
      if (leftOut.length === 0) showToast('success', t('contacts.unfolded', { name, count: add.length }))
    },
  })
  if (draft.signers.length >= MOST_SIGNERS && !unfolding.data) return null
  return (
    <>
      {draft.template?.isEdited && (
        <RoleField
          label={t('templates.newRole')}
          isTaken={(role) => isRoleTaken(draft, role)}
          onAdd={(role) => onChange((before) => addSigner(before, asRole(role)))}
        />
      )}
      {!isLocked(draft, 'people') && draft.signers.length < MOST_SIGNERS && (
        <RecipientField
          label={t('send.addSigner')}
          subscription={subscription}
          taken={draft.signers.map(keyOf)}
          onChoose={(person) => {
            unfolding.reset()
            onChange((before) => addRecipient(before, person))
          }}
          onGroup={({ guid }) => unfolding.mutate(guid)}
        />
      )}
      <div role="status">
        {unfolding.data && unfolding.data.leftOut.length > 0 && <WhatCame group={unfolding.data} />}
        {unfolding.error && <Notice tone="bad">{errorText(unfolding.error)}</Notice>}
      </div>
    </>
  )
}

/** How many of a group were added, where somebody was not, and why. */
function WhatCame({ group: { name, add, leftOut } }: { group: AddedGroup }) {
  const t = useText()
  return (
    <Notice tone="warn">
      {t('contacts.unfolded', { name, count: add.length })}
      {leftOut.map((one) => (
        <span key={one.name}> {t(`contacts.leftOut.${one.why}`, { name: one.name })}</span>
      ))}
    </Notice>
  )
}

/** Keeps who signs as a group, from two people on. */
export function SaveAsGroup({ draft, subscription }: Omit<AddSignerProps, 'onChange'>) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const people = draft.signers.filter((signer) => !isUnfilled(signer))
  if (people.length < 2 || draft.template?.isEdited) return null
  return (
    <div>
      <Button icon={Users} onClick={() => setOpen(true)}>
        {t('contacts.saveAsGroup')}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveGroupDialog {...{ people, subscription }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
