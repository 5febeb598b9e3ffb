import { ApiError } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  isDoubtful,
  signaturesQuery,
  type DocumentSignatures,
  type SignaturesSource,
} from '../api/document-signatures.ts'
import { useText } from '../i18n/use-text.ts'
import type { DetailTab } from './detail-panel.tsx'

/** How the signatures in a document are shown. */
export interface SignatureViews {
  /** In a few words over the buttons; `onShow` leads to the whole. Its data may be missing after a failure. */
  readonly line: (source: SignaturesSource, onShow: () => void) => ReactNode
  readonly tab: (source: SignaturesSource) => ReactNode
}

interface Shown {
  /** Without views nothing is asked for. */
  readonly views: SignatureViews | undefined
  /** It is known whose, and nothing that people wait for more is on its way. */
  readonly enabled: boolean
}

const TAB_ID = 'signatures'

const isWorthSaying = (found: DocumentSignatures) => found.Signatures.length > 0 || isDoubtful(found)

/** A failure that asking again may mend; other refusals are said elsewhere. */
const mayPass = (error: Error | null) => error !== null && !(error instanceof ApiError && error.status < 500)

/**
 * The line and the tab about the signatures that a document bears; neither where it bears none, or where the server
 * does not look at them.
 */
export function useDocumentSignatures(source: SignaturesSource, { views, enabled }: Shown) {
  const t = useText()
  const { data, error } = useQuery({ ...signaturesQuery(source), enabled: enabled && views !== undefined })
  const found = data !== undefined && data !== null && isWorthSaying(data)
  const failed = data === undefined && mayPass(error)
  const tabs: DetailTab[] =
    views && found ? [{ id: TAB_ID, label: t('signatures.tab'), content: views.tab(source) }] : []
  return {
    tabs,
    line:
      views && (found || failed)
        ? (showTab: (id: string) => void) => views.line(source, () => showTab(TAB_ID))
        : undefined,
  }
}
