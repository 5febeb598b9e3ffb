import { useQuery } from '@tanstack/react-query'
import { Fragment, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { pageTextQuery, type PageLine, type PageSource } from '../images/page-source.ts'
import styles from './page-text.module.css'
import { useStaying } from '../reading/use-staying.ts'

/** How long a page has to stay before its words are fetched: its image, and those of its neighbours, come first. */
const AFTER_IMAGES_MS = 500

interface PageTextProps {
  source: PageSource
  page: number
  /** Turns the words with the image. */
  style: CSSProperties | undefined
}

/**
 * The words of a page, for screen readers and to be selected with a pointer: see-through, each line over its picture. A
 * page whose words cannot be read has none; where nobody knows their places they are only heard.
 */
export function PageText({ source, page, style }: PageTextProps) {
  const t = useText()
  const { data: words } = useQuery({ ...pageTextQuery(source, page), enabled: useStaying(AFTER_IMAGES_MS) })
  if (!words?.Text) return null
  const { Text, Lines = [] } = words
  const label = t('viewer.pageText', { page })
  if (Lines.length > 0) return <PlacedLines lines={Lines} {...{ label, style }} />
  return (
    <div role="group" className="sr-only" aria-label={label}>
      {Text}
    </div>
  )
}

const percent = (share: number) => `${share * 100}%`

/** Letters of the portal's own font are never as wide as those of the document: each line is stretched to its box. */
function PlacedLines({ lines, label, style }: { lines: readonly PageLine[]; label: string; style?: CSSProperties }) {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!layer.current) return
    const whole = layer.current.offsetWidth
    const spans = [...layer.current.querySelectorAll('span')]
    const widths = spans.map(({ offsetWidth }) => offsetWidth)
    for (const [index, span] of spans.entries()) {
      const width = widths[index] ?? 0
      if (width > 0) span.style.scale = `${((lines[index]?.Width ?? 0) * whole) / width} 1`
    }
  }, [lines])
  return (
    <div ref={layer} role="group" className={styles.words} style={style} aria-label={label}>
      {lines.map(({ Text, Left, Top, Height }, index) => (
        <Fragment key={index}>
          <span style={{ left: percent(Left), top: percent(Top), fontSize: `${Height * 100}cqh` }}>{Text}</span>
          {'\n'}
        </Fragment>
      ))}
    </div>
  )
}
