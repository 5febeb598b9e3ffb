import { useState } from 'react'

/** What a person arranged on this device, and finds so again: it says nothing about them or their documents. */
const KEYS = {
  headerFolded: 'viewer.headerFolded',
  thumbnails: 'viewer.thumbnails',
  reasonFolded: 'viewer.reasonFolded',
} as const

/** A yes or no that this device remembers; no until somebody says yes. */
export function useDeviceChoice(name: keyof typeof KEYS): [boolean, (chosen: boolean) => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEYS[name]) === 'yes')
  return [
    chosen,
    (next) => {
      localStorage.setItem(KEYS[name], next ? 'yes' : 'no')
      setChosen(next)
    },
  ]
}
