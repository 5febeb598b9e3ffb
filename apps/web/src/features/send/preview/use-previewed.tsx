import { useMemo } from 'react'
import type { PreviewedDocument } from '../../../shared/document-parts/previewed-document.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { Draft } from '../draft.ts'
import { uploadPages } from '../places/upload-pages.ts'
import {
  attachmentsFor,
  documentOf,
  placesOf,
  shareOf,
  stampLines,
  type PreviewedPerson,
  type ReadyFile,
} from './previewed-people.ts'
import { StampLook } from './stamp-look.tsx'

interface Previewing {
  readonly draft: Draft
  readonly file: ReadyFile
  readonly person: PreviewedPerson
  readonly subscription: string | undefined
  readonly senderName: string
  readonly now: Date
}

/** What is asked of who signs, as far as this person sees it. */
function askedOf({ as, signer }: PreviewedPerson) {
  if (!signer) return { reason: '', readAll: false, privateMessage: '', certificateType: null }
  return {
    reason: signer.reason.trim(),
    readAll: signer.readAll,
    privateMessage: as === 'signer' ? signer.privateMessage.trim() : '',
    certificateType: signer.certificateType || null,
  }
}

/** The document as somebody will see it, with the look of the signature in its places. */
export function usePreviewed({ draft, file, person, subscription, senderName, now }: Previewing): PreviewedDocument {
  const t = useText()
  const { signer } = person
  return useMemo(() => {
    const boxes = signer && person.as === 'signer' ? placesOf(draft, file, signer).boxes : []
    return {
      ...documentOf(draft, file, { senderName, now }),
      source: uploadPages(file.uploaded.id, subscription),
      signerName: signer?.name ?? person.name,
      ...askedOf(person),
      attachments: attachmentsFor(draft, file, person).map(({ uploaded: { id, pages }, ...one }) => ({
        ...{ ...one, source: pages.length > 0 ? uploadPages(id, subscription) : null },
      })),
      alone: signer?.guest && person.as === 'signer' ? t('invitation.signsWith') : undefined,
      places: boxes.flatMap((box) => {
        const share = shareOf(box, file.uploaded)
        return share ? [{ ...share, look: <StampLook lines={stampLines(signer!, now)} box={box} /> }] : []
      }),
    }
  }, [draft, file, person, signer, senderName, subscription, now, t])
}
