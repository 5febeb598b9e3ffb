import { layOutStamp } from './lay-out-stamp.ts'
import styles from './preview.module.css'

interface StampLookProps {
  lines: readonly string[]
  /** Points. */
  box: { readonly width: number; readonly height: number }
}

const FONT = 'Arial, Helvetica, sans-serif'
const MEASURED_AT = 100
let canvas: CanvasRenderingContext2D | null | undefined

function measure(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * 0.5
  canvas.font = `${MEASURED_AT}px ${FONT}`
  return canvas.measureText(text).width / MEASURED_AT
}

/** What a signature will look like in its box, whatever the zoom. */
export function StampLook({ lines, box }: StampLookProps) {
  const { size, lines: laid } = layOutStamp(lines, box, measure)
  return (
    <svg className={styles.stamp} viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={lines.join(', ')}>
      {laid.map(({ text, x, baseline }) => (
        <text key={baseline} x={x} y={baseline} fontFamily={FONT} fontSize={size}>
          {text}
        </text>
      ))}
    </svg>
  )
}
