/** XML put together element by element: one function escapes, so that nothing out of a file becomes markup. */

export type Attributes = Readonly<Record<string, string>>

/** What an element holds: text, or elements that are written already. */
type Content = string | readonly (Xml | undefined)[]

/** Markup that is written. */
export class Xml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 has no place for (clause 2.2), halves of pairs among them. */
const IMPOSSIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const escape = (text: string): string =>
  text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"]/g, (character) => SPECIAL[character]!)

/** @param content undefined members are left out */
export function element(name: string, content: Content = [], attributes: Attributes = {}): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inside = typeof content === 'string' ? escape(content) : content.map((part) => part?.text ?? '').join('')
  return new Xml(inside === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inside}</${name}>`)
}
