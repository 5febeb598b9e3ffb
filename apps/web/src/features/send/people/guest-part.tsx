import { UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { addSigner, changeSigner, removeSigner, type Draft } from '../draft.ts'
import { asPerson, asSigner } from '../../../shared/sending/guests/guest.ts'
import { fillRole } from '../templates/roles.ts'

const GuestDialog = lazy(() =>
  import('../../../shared/sending/guests/guest-dialog.tsx').then((module) => ({ default: module.GuestDialog })),
)

/** Addresses of people without an account in a draft, but for one of them. */
const guestAddresses = ({ signers }: Draft, except?: string): string[] =>
  signers.flatMap(({ userId, guest }) => (guest && userId !== except ? [guest.email] : []))

/** Whom the dialog is about: somebody new, or a signer by user id. */
export type OpenGuest = 'new' | { readonly userId: string }

interface GuestPartProps {
  draft: Draft
  subscription: string | undefined
  provesPhones: boolean
  /** Nobody is added: people take the roles that there are. */
  isFixed: boolean
  open: OpenGuest | undefined
  onOpen: (open: OpenGuest | undefined) => void
  onChange: (change: (draft: Draft) => Draft) => void
}

/** The way to ask somebody without an account, and the dialog for it. */
export function GuestPart({ draft, subscription, provesPhones, isFixed, open, onOpen, onChange }: GuestPartProps) {
  const t = useText()
  const close = () => onOpen(undefined)
  const userId = open === 'new' ? undefined : open?.userId
  const changed = draft.signers.find((signer) => signer.userId === userId)
  return (
    <>
      {!isFixed && (
        <div>
          <Button icon={UserPlus} onClick={() => onOpen('new')}>
            {t('guests.add')}
          </Button>
        </div>
      )}
      {open && (
        <Suspense>
          <GuestDialog
            before={changed?.guest && { name: changed.name, ...changed.guest }}
            {...{ subscription, provesPhones }}
            taken={guestAddresses(draft, userId)}
            onClose={close}
            onGuest={({ name, ...guest }) => {
              onChange((before) =>
                userId === undefined
                  ? addSigner(before, asSigner(name, guest))
                  : changeSigner(before, userId, asPerson({ name, ...guest })),
              )
              close()
            }}
            onKnown={(person) => {
              onChange((before) => {
                if (changed?.role !== undefined) return fillRole(before, changed.role, person)
                return addSigner(userId === undefined ? before : removeSigner(before, userId), person)
              })
              close()
              showToast('info', t('guests.known', { name: person.name }))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
