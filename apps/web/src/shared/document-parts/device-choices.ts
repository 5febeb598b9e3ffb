/** What a person arranged on this device, and finds so again: it says nothing about them or their documents. */
const KEYS = {
  headerFolded: 'viewer.headerFolded',
  thumbnails: 'viewer.thumbnails',
  reasonFolded: 'viewer.reasonFolded',
} as const

export type DeviceChoice = keyof typeof KEYS

/** What this device remembers; no until somebody says yes. */
export function deviceChoice(name: DeviceChoice): boolean {
  return localStorage.getItem(KEYS[name]) === 'yes'
}

export function keepDeviceChoice(name: DeviceChoice, chosen: boolean): void {
  localStorage.setItem(KEYS[name], chosen ? 'yes' : 'no')
}
