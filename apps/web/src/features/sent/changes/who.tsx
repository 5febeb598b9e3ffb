/** Somebody who comes on a document: a person of the subscription, or one without an account where that is allowed. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { UserPlus } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { wishOf } from '../../../shared/sending/guests/guest.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { useSendingFrom } from '../../../shared/sending/use-sending-from.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ChosenPerson } from './chosen-person.tsx'
import { signersOn } from './may-change.ts'

const GuestDialog = lazy(() =>
  import('../../../shared/sending/guests/guest-dialog.tsx').then((module) => ({ default: module.GuestDialog })),
)

interface Who {
  readonly name: string
  readonly canSign: boolean
  /** As the calls name them. */
  readonly reference: { readonly userId: string } | { readonly guest: ReturnType<typeof wishOf> }
}

interface ChoosingWho {
  readonly who: Who | undefined
  /** The field, and who is chosen in it. */
  readonly field: (label: string) => ReactNode
  /** Stands in for the dialog that has the field, while somebody without an account is written down. */
  readonly guestDialog: ReactNode
}

/** Has somebody chosen who is not on the document yet. */
export function useWho(document: SentDocument, { subscription }: SentPlace): ChoosingWho {
  const [who, setWho] = useState<Who>()
  const [isNaming, setNaming] = useState(false)
  const { AllowsGuests: allowsGuests = false, ProvesPhones: provesPhones = false } =
    useSendingFrom(subscription).chosen ?? {}
  const there = signersOn(document)
  const choose = ({ userId, name, canSign }: { userId: string; name: string; canSign: boolean }) =>
    setWho({ name, canSign, reference: { userId } })
  return {
    who,
    field: (label) =>
      who ? (
        <ChosenPerson person={who} onRemove={() => setWho(undefined)} />
      ) : (
        <>
          <PersonField
            label={label}
            subscription={subscription}
            taken={there.map(({ userId }) => userId)}
            onChoose={choose}
          />
          {allowsGuests && <GuestButton onPress={() => setNaming(true)} />}
        </>
      ),
    guestDialog: isNaming ? (
      <Suspense>
        <GuestDialog
          before={undefined}
          {...{ subscription, provesPhones }}
          taken={there.flatMap(({ guest }) => (guest ? [guest.email] : []))}
          onClose={() => setNaming(false)}
          onGuest={({ name, ...guest }) => {
            setWho({ name, canSign: true, reference: { guest: wishOf(name, guest) } })
            setNaming(false)
          }}
          onKnown={(person) => {
            choose(person)
            setNaming(false)
          }}
        />
      </Suspense>
    ) : null,
  }
}

function GuestButton({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <div>
      <Button icon={UserPlus} onClick={onPress}>
        {t('guests.add')}
      </Button>
    </div>
  )
}
