import { useEffect, useState } from 'react'

/** Becomes true once a part has been on the page for a while; what only passes by stays false. */
export function useStaying(milliseconds: number, atOnce = false): boolean {
  const [staying, setStaying] = useState(atOnce)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return staying
}
