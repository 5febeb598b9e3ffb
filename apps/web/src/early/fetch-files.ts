/**
 * What a page names as data, so that what is seen first is asked for before it; addresses of scripts and style sheets.
 */
interface Files {
  readonly entry: string
  /** What the entry begins with. */
  readonly begin: Readonly<Record<'scripts' | 'styles', readonly string[]>>
  /** What its screen needs besides. */
  readonly later: Readonly<Record<'scripts' | 'styles', readonly string[]>>
}

declare global {
  /** Settles when the style sheets that everything is drawn with are there, or cannot be had. */
  var stylesLoaded: Promise<unknown> | undefined
}

const files = JSON.parse(document.getElementById('files')!.textContent) as Files

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
  if (rel === 'preload') link.as = 'style'
  document.head.append(link)
  return link
}

export function fetchStyles(): void {
  const links = files.begin.styles.map((address) => addLink('stylesheet', address))
  globalThis.stylesLoaded = Promise.all(
    links.map((link) => new Promise((done) => Object.assign(link, { onload: done, onerror: done }))),
  )
}

/** Asks for all the scripts and further style sheets that the application will ask for one after the other. */
export function fetchFiles(): void {
  for (const address of [...files.begin.scripts, ...files.later.scripts]) addLink('modulepreload', address)
  for (const address of files.later.styles) addLink('preload', address)
}

export function startApplication(): void {
  const entry = Object.assign(document.createElement('script'), { type: 'module', src: files.entry, crossOrigin: '' })
  document.head.append(entry)
}
