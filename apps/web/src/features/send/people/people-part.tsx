import { useState } from 'react'
import type { Membership } from '../../../shared/api/memberships.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { addSigner, isLocked, MOST_SIGNERS, type Draft } from '../draft.ts'
import type { Means } from '../findings.ts'
import { LockedNote } from '../templates/locked-note.tsx'
import { RoleField } from '../templates/role-fields.tsx'
import { asRole, isRoleTaken } from '../templates/roles.ts'
import { CopiesPart } from './copies-part.tsx'
import { GuestPart, type OpenGuest } from './guest-part.tsx'
import { Stages } from './stages.tsx'

interface PeoplePartProps {
  draft: Draft
  subscription: string | undefined
  /** What is sent from. */
  chosen: Membership | undefined
  /** By user id, as far as it is known. */
  means: ReadonlyMap<string, Means>
  onChange: (change: (draft: Draft) => Draft) => void
}

/** Who signs, in which order, and what is asked of each. */
export function PeoplePart({ draft, subscription, chosen, means, onChange }: PeoplePartProps) {
  const { AllowsGuests: allowsGuests = false, ProvesPhones: provesPhones = false } = chosen ?? {}
  const [openGuest, setOpenGuest] = useState<OpenGuest>()
  const isFixed = isLocked(draft, 'people')
  return (
    <>
      <Stages
        {...{ draft, subscription, means, onChange }}
        onGuest={allowsGuests ? (userId) => setOpenGuest({ userId }) : undefined}
      />
      {isFixed && <LockedNote />}
      {draft.signers.length < MOST_SIGNERS && <AddSigner {...{ draft, subscription, onChange }} />}
      {allowsGuests && (draft.signers.length < MOST_SIGNERS || openGuest) && (
        <GuestPart
          {...{ draft, subscription, provesPhones, onChange }}
          isFixed={isFixed}
          open={openGuest}
          onOpen={setOpenGuest}
        />
      )}
      <CopiesPart {...{ draft, subscription, onChange }} />
    </>
  )
}

/** Adds a person; to a template that is changed, also a role. */
function AddSigner({ draft, subscription, onChange }: Pick<PeoplePartProps, 'draft' | 'subscription' | 'onChange'>) {
  const t = useText()
  return (
    <>
      {draft.template?.isEdited && (
        <RoleField
          label={t('templates.newRole')}
          isTaken={(role) => isRoleTaken(draft, role)}
          onAdd={(role) => onChange((before) => addSigner(before, asRole(role)))}
        />
      )}
      {!isLocked(draft, 'people') && (
        <PersonField
          label={t('send.addSigner')}
          subscription={subscription}
          taken={draft.signers.map(({ userId }) => userId)}
          onChoose={(person) => onChange((before) => addSigner(before, person))}
        />
      )}
    </>
  )
}
