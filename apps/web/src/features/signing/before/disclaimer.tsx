import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import type { Accepted } from './accepted.ts'
import { loadTerms, type TermsGroup, type TermsText } from './load-terms.ts'
import styles from '../signing.module.css'

interface Terms {
  /** What is said before several documents; null for one. */
  readonly notice: TermsText | null
  readonly groups: readonly TermsGroup[]
}

const guidOf = ({ SignerDTO }: PendingDocument) => SignerDTO.SignerGUID

/** The texts that have to be accepted before these documents are signed; null when no sender asks for it. */
function useTerms(documents: readonly PendingDocument[]) {
  const lang = useLanguage()
  const several = documents.length > 1
  const withTerms = documents.filter(({ SignerDTO }) => SignerDTO.DisclaimerInfo.Display)
  const guids = withTerms.map(guidOf)
  const query = useQuery({
    queryKey: ['disclaimer', several, lang, ...guids],
    queryFn: async ({ signal }): Promise<Terms> => {
      const ask = (kind: 'SIMPLE' | 'BATCH', signerGuid: string) =>
        api.disclaimerText({ params: { signerGuid, kind: `SIGNATURE_MULTIPOSITION_${kind}`, lang }, signal })
      const notice = several ? await ask('BATCH', guids[0]!) : null
      return { notice, groups: await loadTerms(withTerms, (guid) => ask('SIMPLE', guid)) }
    },
    enabled: guids.length > 0,
    // What is accepted is what the server says now.
    gcTime: 0,
  })
  return guids.length > 0 ? query : null
}

/** The terms of several documents, each with the names of those it is for. */
function TermsOfSeveral({ notice, groups }: Terms) {
  const t = useText()
  return (
    <>
      <p>{notice?.Text}</p>
      {groups.map(({ Digest, Title, Text, documents }) => (
        <section key={Digest}>
          <h3>{Title || t('disclaimer.title')}</h3>
          <ul className="muted">
            {documents.map((document) => (
              <li key={guidOf(document)}>{document.FileName}</li>
            ))}
          </ul>
          <p>{Text}</p>
        </section>
      ))}
    </>
  )
}

type TermsQuery = NonNullable<ReturnType<typeof useTerms>>

function TermsTexts({ data, error, isFetching }: TermsQuery) {
  const t = useText()
  const errorText = useErrorText()
  if (data) {
    return (
      <div className={styles.disclaimer} role="region" aria-label={t('disclaimer.text')} tabIndex={0}>
        {data.notice ? <TermsOfSeveral {...data} /> : data.groups[0]?.Text}
      </div>
    )
  }
  if (error && !isFetching) {
    return (
      <Notice tone="bad">
        {t('disclaimer.failed')} {!isSessionExpiry(error) && errorText(error)}
      </Notice>
    )
  }
  return (
    <div role="status" className={styles.choices}>
      <span className="sr-only">{t('disclaimer.loading')}</span>
      {[92, 100, 84, 46].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

const NOTHING: Accepted['terms'] = new Map()

const digestsOf = ({ groups }: Terms): Accepted['terms'] =>
  new Map(groups.flatMap(({ Digest, documents }) => documents.map((document) => [guidOf(document), Digest])))

/**
 * The confirmation before a signature, as the content of the dialog that signs.
 * @returns a face of null when nothing has to be accepted, or has been; and what was accepted
 */
export function useDisclaimerFace(
  documents: readonly PendingDocument[],
  onClose: () => void,
): { readonly face: DialogFace | null; readonly terms: Accepted['terms'] } {
  const t = useText()
  const [accepted, setAccepted] = useState<Accepted['terms'] | null>(null)
  const query = useTerms(documents)
  if (query === null || accepted) return { face: null, terms: accepted ?? NOTHING }
  const { data, error, isFetching, refetch } = query
  const face = {
    size: 'wide',
    title: (data?.notice ?? data?.groups[0])?.Title || t('disclaimer.title'),
    children: <TermsTexts {...query} />,
    actions: (
      <>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {error && !data ? (
          <Button kind="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        ) : (
          <Button kind="primary" disabled={!data} onClick={() => data && setAccepted(digestsOf(data))}>
            {t('disclaimer.accept')}
          </Button>
        )}
      </>
    ),
  } as const
  return { face, terms: NOTHING }
}
