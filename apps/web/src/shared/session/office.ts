import { readSession, removeFromSession, writeSession } from './session-store.ts'

/** In whose name the person reads, signs and approves at the moment. */
export interface Office {
  /** Of the substitution. */
  readonly guid: string
  /** Nothing is decided. */
  readonly isAssistant: boolean
  readonly principalName: string
}

/** `GUID d NAME`, or with an `a` for an assistant: the GUID stands first, where the calls of the portal read it. */
const WRITTEN = /^([\da-f-]{36}) ([ad]) (.+)$/

/** Undefined for who acts for themselves; whatever somebody wrote there. */
export function readOffice(): Office | undefined {
  const [, guid, kind, principalName] = WRITTEN.exec(readSession('office') ?? '') ?? []
  return guid && principalName ? { guid, isAssistant: kind === 'a', principalName } : undefined
}

/** What the lists remember is of the documents of one person. */
const OF_LISTS = [
  ...(['selectedSigners', 'selectedCertificate', 'batchUnderWay', 'documentFilters', 'documentMap'] as const),
  ...(['selectedApprovals', 'approvalFilters', 'showApprovals'] as const),
]

/** From the next screen on: nothing that was fetched for one person is shown for the other. */
export function takeOffice(office: Office | undefined): void {
  removeFromSession('office', ...OF_LISTS)
  if (office) writeSession('office', [office.guid, office.isAssistant ? 'a' : 'd', office.principalName].join(' '))
  location.assign(office ? '/documents' : '/absence')
}
