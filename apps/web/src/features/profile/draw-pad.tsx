import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useRef, type PointerEvent } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { loadScript, NO_DRAWING, scaleOf, showDrawing, type Drawing } from './drawing.ts'
import { isEmptyDrawing } from './profile-fields.ts'
import { drawStroke, type StrokePoint } from './strokes.ts'
import styles from './draw-pad.module.css'

/** A stroke that is being drawn. */
interface OpenStroke {
  readonly pointer: number
  readonly scale: number
  readonly points: StrokePoint[]
}

interface DrawPadProps {
  drawing: Drawing
  onChange: (drawing: Drawing) => void
  disabled: boolean
}

function pointsOf(event: PointerEvent<HTMLCanvasElement>, scale: number): StrokePoint[] {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  // Between two frames a pen reports many points, which the browser hands over together.
  const { nativeEvent } = event
  const all = nativeEvent.getCoalescedEvents?.() ?? []
  return (all.length > 0 ? all : [nativeEvent]).map(({ clientX, clientY, pressure, pointerType }) => ({
    x: (clientX - left) / scale,
    y: (clientY - top) / scale,
    pressure: pointerType === 'pen' ? pressure : 0.5,
  }))
}

/** None while a name stands in for them: who draws over it begins anew. */
const seenStrokes = ({ strokes, typed }: Drawing) => (typed.trim() === '' ? strokes : [])

/** Draws one stroke after another, as long as a pointer is down; the page stays where it is. */
function useStrokes({ drawing, onChange, disabled }: DrawPadProps) {
  const stroke = useRef<OpenStroke | null>(null)
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (disabled || stroke.current || !event.isPrimary || event.button !== 0) return
    const canvas = event.currentTarget
    canvas.setPointerCapture(event.pointerId)
    const scale = scaleOf(seenStrokes(drawing), canvas.clientWidth)
    stroke.current = { pointer: event.pointerId, scale, points: pointsOf(event, scale) }
    if (drawing.typed.trim() !== '') showDrawing(canvas, NO_DRAWING)
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const now = stroke.current
    if (now?.pointer !== event.pointerId) return
    const added = pointsOf(event, now.scale)
    const context = event.currentTarget.getContext('2d')
    if (context) drawStroke(context, [...now.points.slice(-2), ...added])
    now.points.push(...added)
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const now = stroke.current
    if (now?.pointer !== event.pointerId) return
    stroke.current = null
    onChange({ strokes: [...seenStrokes(drawing), now.points], typed: '' })
  }
  return { onPointerDown: start, onPointerMove: go, onPointerUp: end, onPointerCancel: end }
}

/** The field where a signature is drawn with mouse, pen or finger; it shows a typed name instead when there is one. */
export function DrawPad(props: DrawPadProps) {
  const t = useText()
  const { drawing, onChange, disabled } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointers = useStrokes(props)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const show = () => showDrawing(element, drawing)
    show()
    if (drawing.typed !== '') void loadScript(drawing.typed).then(show, () => undefined)
    const watch = new ResizeObserver(show)
    watch.observe(element)
    return () => watch.disconnect()
  }, [drawing])
  const isEmpty = isEmptyDrawing(drawing)
  const typedName = drawing.typed.trim()
  const content = typedName === '' ? t(isEmpty ? 'profile.canvasEmpty' : 'profile.canvasDrawn') : ''
  const label = content === '' ? t('profile.canvasTyped', { name: typedName }) : content
  return (
    <div className={styles.pad}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={`${t('profile.canvas')}: ${label}`}
        {...pointers}
      />
      {isEmpty && (
        <p className={styles.hint} aria-hidden>
          {t('profile.drawHere')}
        </p>
      )}
      <div className={styles.tools}>
        <IconButton
          icon={Undo2}
          label={t('profile.undo')}
          resting={disabled || seenStrokes(drawing).length === 0}
          onClick={() => onChange({ ...drawing, strokes: drawing.strokes.slice(0, -1) })}
        />
        <IconButton
          icon={Eraser}
          label={t('profile.clear')}
          resting={disabled || isEmpty}
          onClick={() => onChange(NO_DRAWING)}
        />
      </div>
    </div>
  )
}
