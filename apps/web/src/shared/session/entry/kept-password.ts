let kept: string | null = null

/** Keeps what was typed for the page that asks for a code in the person's name; in this page's memory, nowhere else. */
export function keepPassword(password: string): void {
  kept = password
}

/** The password of the log-in of this page; null after a reload, and for log-ins without one. */
export function keptPassword(): string | null {
  return kept
}

export function forgetPassword(): void {
  kept = null
}
