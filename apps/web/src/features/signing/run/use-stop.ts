import { useEffect, useRef, useState } from 'react'

/** Stops after the document at work: when the person says so, and when the dialog is gone. */
export function useStop() {
  const stopped = useRef(false)
  const gone = useRef(false)
  const left = useRef(false)
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    gone.current = false
    left.current = false
    return () => {
      gone.current = true
      stopped.current = true
    }
  }, [])
  const stopNow = (stop: boolean) => {
    stopped.current = stop
    setStopping(stop)
  }
  return {
    stopping,
    stop: () => stopNow(true),
    begin: () => stopNow(false),
    /** Lets the server go on by itself. */
    leave: () => void (left.current = true),
    isStopped: () => stopped.current,
    isGone: () => gone.current,
    isLeft: () => left.current || gone.current,
  }
}
