/**
 * Draws a mail as mail programs do. The policy of content allows no style that stands in markup, and no frame that would
 * have a policy of its own; what a script sets, element by element, it does.
 */

/** What letters are made of. Anything else is left out with all that is in it. */
const ELEMENTS = ['TABLE', 'TBODY', 'TR', 'TD', 'P', 'A', 'SPAN', 'BR', 'UL', 'LI', 'BLOCKQUOTE', 'IMG']
const ATTRIBUTES = ['role', 'width', 'height', 'align', 'alt', 'cellpadding', 'cellspacing', 'border']
const LOGO = 'cid:logo'

/**
 * @param html a whole document
 * @param logo a data address, or null
 * @returns an element with the ground of the mail; its links lead nowhere
 */
export function drawMail(html: string, logo: string | null): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const ground = document.createElement('div')
  ground.style.cssText = body.getAttribute('style') ?? ''
  ground.append(...drawAll(body, logo))
  return ground
}

const drawAll = (parent: Node, logo: string | null): Node[] =>
  [...parent.childNodes].flatMap((node) => draw(node, logo))

function draw(node: Node, logo: string | null): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)]
  if (!(node instanceof HTMLElement) || !ELEMENTS.includes(node.tagName)) return []
  const drawn = document.createElement(node.tagName)
  for (const name of ATTRIBUTES) {
    const value = node.getAttribute(name)
    if (value !== null) drawn.setAttribute(name, value)
  }
  drawn.style.cssText = node.getAttribute('style') ?? ''
  if (drawn instanceof HTMLImageElement) {
    if (logo === null || node.getAttribute('src') !== LOGO) return []
    drawn.src = logo
  }
  drawn.append(...drawAll(node, logo))
  return [drawn]
}
