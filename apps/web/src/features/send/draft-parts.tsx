import type { Dispatch, ReactNode, SetStateAction } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { today } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Card } from '../../shared/ui/card.tsx'
import { isLocked, type Draft } from './draft.ts'
import { FilesPart } from './files/files-part.tsx'
import type { Uploads } from './files/use-uploads.ts'
import type { Means } from './findings.ts'
import { OptionsPart } from './options-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { PlacesPart } from './places/places-part.tsx'
import styles from './send.module.css'
import { LockedFiles } from './templates/locked-files.tsx'
import { LockedNote } from './templates/locked-note.tsx'

interface DraftPartsProps {
  draft: Draft
  subscription: string | undefined
  /** What is sent from. */
  chosen: Membership | undefined
  uploads: Uploads
  /** By user id, as far as it is known. */
  means: ReadonlyMap<string, Means>
  onChange: Dispatch<SetStateAction<Draft>>
}

/** Files, people, places and options of a draft. */
export function DraftParts({ draft, subscription, chosen, uploads, means, onChange }: DraftPartsProps) {
  const t = useText()
  return (
    <>
      <Part id="send-files" title={t('send.files')}>
        {isLocked(draft, 'files') ? (
          <LockedFiles {...{ draft, onChange }} />
        ) : (
          <FilesPart {...{ draft, subscription, uploads, onChange }} />
        )}
      </Part>
      <Part id="send-people" title={t('send.people')}>
        <PeoplePart {...{ draft, subscription, chosen, means, onChange }} />
      </Part>
      <Part id="send-places" title={t('send.places.title')}>
        {isLocked(draft, 'places') ? (
          <LockedNote>{t('templates.placesLocked')}</LockedNote>
        ) : (
          <PlacesPart {...{ draft, subscription, onChange }} />
        )}
      </Part>
      <Part id="send-options" title={t('send.options')}>
        <OptionsPart
          draft={draft}
          today={today()}
          subscription={subscription}
          onChange={(change) => onChange((before) => ({ ...before, ...change }))}
        />
      </Part>
    </>
  )
}

/** One of the parts of the page; what is missing leads to its heading. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card className={styles.part} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </Card>
  )
}
