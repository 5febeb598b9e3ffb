import { Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from '../person-field.module.css'
import type { Named } from './recipients.ts'
import { useFavourite } from './use-favourites.ts'

const RemoveContactDialog = lazy(() =>
  import('./remove-contact-dialog.tsx').then((module) => ({ default: module.RemoveContactDialog })),
)

interface FavouriteButtonProps {
  person: Named
  subscription: string | undefined
}

/** A star that makes somebody a contact, and takes that back; it asks first where something would be lost. */
export function FavouriteButton({ person, subscription }: FavouriteButtonProps) {
  const t = useText()
  const { isFavourite, contactId, isBusy, toggle } = useFavourite(person, subscription)
  const [isAsking, setAsking] = useState(false)
  if (isFavourite === undefined) return null
  const { name, guest } = person
  return (
    <>
      <IconButton
        icon={Star}
        label={t('contacts.star', { name })}
        aria-pressed={isFavourite}
        className={isFavourite ? styles.starred : undefined}
        resting={isBusy}
        onClick={() => (isFavourite && guest ? setAsking(true) : toggle())}
      />
      {isAsking && contactId !== undefined && (
        <Suspense>
          <RemoveContactDialog {...{ contactId, name, subscription }} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
