import { useEffect } from 'react'

type ZoomTo = (next: (zoom: number) => number, at?: { x: number; y: number }) => void

const WHEEL_SENSITIVITY = 0.0022

function spread(touches: TouchList): number {
  return Math.hypot(touches[0]!.clientX - touches[1]!.clientX, touches[0]!.clientY - touches[1]!.clientY)
}

/** Two fingers, or a turn of the wheel with Ctrl (which is also what a trackpad sends), zoom the pages themselves. */
export function usePinchZoom(desk: HTMLElement | null, zoomTo: ZoomTo): void {
  useEffect(() => {
    if (!desk) return
    let last = 0
    const pointOf = (x: number, y: number) => {
      const box = desk.getBoundingClientRect()
      return { x: x - box.left, y: y - box.top }
    }
    const start = (event: TouchEvent) => {
      if (event.touches.length === 2) last = spread(event.touches)
    }
    const move = (event: TouchEvent) => {
      if (event.touches.length !== 2 || last === 0) return
      event.preventDefault()
      const [a, b] = [event.touches[0]!, event.touches[1]!]
      const now = spread(event.touches)
      const factor = now / last
      last = now
      zoomTo((zoom) => zoom * factor, pointOf((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2))
    }
    const end = () => {
      last = 0
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo((zoom) => zoom * Math.exp(-event.deltaY * WHEEL_SENSITIVITY), pointOf(event.clientX, event.clientY))
    }
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: false }
    desk.addEventListener('touchstart', start, options)
    desk.addEventListener('touchmove', move, options)
    desk.addEventListener('touchend', end, options)
    desk.addEventListener('touchcancel', end, options)
    desk.addEventListener('wheel', wheel, options)
    return () => listening.abort()
  }, [desk, zoomTo])
}
