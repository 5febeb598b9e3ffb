import { useState } from 'react'
import { deviceChoice, keepDeviceChoice, type DeviceChoice } from './device-choices.ts'

/** A yes or no that this device remembers. */
export function useDeviceChoice(name: DeviceChoice): [boolean, (chosen: boolean) => void] {
  const [chosen, setChosen] = useState(() => deviceChoice(name))
  return [
    chosen,
    (next) => {
      keepDeviceChoice(name, next)
      setChosen(next)
    },
  ]
}
