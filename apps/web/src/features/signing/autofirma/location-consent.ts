import { useState } from 'react'
import { LOCATION_CONSENT_KEY } from '../../../shared/session/session-keys.ts'
import { sessionIdentity } from '../../../shared/session/session-store.ts'

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
