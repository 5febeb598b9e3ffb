/** The part of an element (DOM Level 2) that is looked at here. */
export interface DomElement {
  readonly localName: string | null
  readonly namespaceURI: string | null
  readonly textContent: string | null
  readonly childNodes: ArrayLike<object>
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<DomElement>
  /** As XML. */
  toString(): string
}

const ELEMENT_NODE = 1

/** The children that are elements, whatever their names. */
export const childElements = (element: DomElement): readonly DomElement[] =>
  Array.from(element.childNodes).filter(
    (node): node is DomElement => 'nodeType' in node && node.nodeType === ELEMENT_NODE,
  )
