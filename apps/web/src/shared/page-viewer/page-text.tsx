import { useQuery } from '@tanstack/react-query'
import { useText } from '../i18n/use-text.ts'
import { pageTextQuery, type PageSource } from './page-source.ts'
import { useStaying } from './use-staying.ts'

/** How long a page has to stay before its words are fetched: its image, and those of its neighbours, come first. */
const AFTER_IMAGES_MS = 500

/** The words of a page beside its image, for screen readers. A page whose words cannot be read has none. */
export function PageText({ source, page }: { source: PageSource; page: number }) {
  const t = useText()
  const { data: text } = useQuery({ ...pageTextQuery(source, page), enabled: useStaying(AFTER_IMAGES_MS) })
  if (!text) return null
  return (
    <div role="group" className="sr-only" aria-label={t('viewer.pageText', { page })}>
      {text}
    </div>
  )
}
