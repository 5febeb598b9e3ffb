import { useState } from 'react'
import type { Membership } from '../../../shared/api/memberships.ts'
import { isLocked, MOST_SIGNERS, type Draft } from '../draft.ts'
import type { Means } from '../findings.ts'
import { LockedNote } from '../templates/locked-note.tsx'
import { AddSigner, SaveAsGroup } from './add-signer.tsx'
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
      <AddSigner {...{ draft, subscription, onChange }} />
      {allowsGuests && (draft.signers.length < MOST_SIGNERS || openGuest) && (
        <GuestPart
          {...{ draft, subscription, provesPhones, onChange }}
          isFixed={isFixed}
          open={openGuest}
          onOpen={setOpenGuest}
        />
      )}
      <SaveAsGroup {...{ draft, subscription }} />
      <CopiesPart {...{ draft, subscription, onChange }} />
    </>
  )
}
