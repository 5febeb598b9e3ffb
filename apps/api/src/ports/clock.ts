/** Time and new identifiers, so that a test can hold both still. */
export interface Clock {
  now(): Date
}

export interface Identifiers {
  /** A random version 4 GUID, lower case. */
  newGuid(): string
}
