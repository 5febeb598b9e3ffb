import { useState } from 'react'
import { sessionIdentity } from '../../../shared/session/session-store.ts'

/** Whose consent this device remembers: another person at the same PC has not given it. */
export const LOCATION_CONSENT_KEY = 'signing.sharesLocation'

/** Whether the person agrees that where they are is asked for and kept with their signatures; no until they say so. */
export function useLocationConsent(): [boolean, (agrees: boolean) => void] {
  const person = sessionIdentity()?.sub ?? ''
  const [agrees, setAgrees] = useState(() => person !== '' && localStorage.getItem(LOCATION_CONSENT_KEY) === person)
  return [
    agrees,
    (next) => {
      if (next) localStorage.setItem(LOCATION_CONSENT_KEY, person)
      else localStorage.removeItem(LOCATION_CONSENT_KEY)
      setAgrees(next)
    },
  ]
}
