const SPACE_OR_CONTROL = /[\s\p{Cc}\p{Cf}\\]/u
const ENCODED_STEP = /%(?:2e|2f|5c|25)/i
/** Servers that know parameters of single steps take `..;x` for a step up. */
const STEP_WITH_PARAMETER = /\/\.{1,2};/

/**
 * Whether a person may be led to `address`: it lies at or below one of the `allowed` ones, whose origin is the same
 * and whose path is the same or the beginning of it, step by step. An address that programs could read in two ways
 * is refused, so that what is checked here is what the browser goes to.
 * @param allowed as an operator gave them; one with a query allows only itself
 */
export function mayReturnTo(address: string, allowed: readonly string[]): boolean {
  const wished = readPlainly(address)
  return wished !== undefined && allowed.some((one) => isWithin(wished, one))
}

/** Undefined for what is not written as the browser would write it itself. */
function readPlainly(address: string): URL | undefined {
  if (SPACE_OR_CONTROL.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const written = address.replace(/[?#].*$/s, '')
  const isPlain = written === url.origin || written === url.origin + url.pathname
  const isClear = !ENCODED_STEP.test(url.pathname) && !STEP_WITH_PARAMETER.test(url.pathname)
  return isPlain && isClear ? url : undefined
}

function isWithin(wished: URL, one: string): boolean {
  const base = new URL(one)
  if (wished.origin !== base.origin) return false
  if (base.search !== '') return wished.pathname === base.pathname && wished.search === base.search
  const below = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return wished.pathname === base.pathname || wished.pathname.startsWith(below)
}
