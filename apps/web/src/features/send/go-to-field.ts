const FIELDS = 'input:not([type=file]), textarea, select, button, summary, [tabindex]'

/** Shows the field that a finding is about, also where it is folded away, and gives it the focus. */
export function goToField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true
  const invalid = element.querySelector<HTMLElement>('[aria-invalid="true"]')
  const field = invalid ?? (element.matches(FIELDS) ? element : element.querySelector<HTMLElement>(FIELDS))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
