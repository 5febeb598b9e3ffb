/** XML put together element by element: one function escapes, so that nothing out of a file becomes markup. */
import { escapeXml } from '@rubrica/pdf'

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

/** @param content undefined members are left out */
export function element(name: string, content: Content = [], attributes: Attributes = {}): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inside = typeof content === 'string' ? escapeXml(content) : content.map((part) => part?.text ?? '').join('')
  return new Xml(inside === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${inside}</${name}>`)
}
