import { pdfString, type PageContent } from './write-pdf.ts'

/** Advance widths of Helvetica from space to tilde, in thousandths of the font size. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)

const LEFT = 64
const RIGHT = 531
const TOP = 760
const BOTTOM = 96

function widthOf(text: string, size: number): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  const units = [...plain].reduce((sum, character) => sum + (WIDTHS[character.charCodeAt(0) - 32] ?? 556), 0)
  return (units * size) / 1000
}

function wrap(text: string, size: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, size) > RIGHT - LEFT) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** What a document says, from top to bottom. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly label: string; readonly value: string }
  | { readonly kind: 'row'; readonly cells: readonly [string, string] }
  | { readonly kind: 'page' }

const STYLES = {
  title: { font: 'F2', size: 20, leading: 26, before: 0 },
  heading: { font: 'F2', size: 12, leading: 17, before: 12 },
  text: { font: 'F1', size: 10.5, leading: 15, before: 5 },
} as const

/** Fills pages from top to bottom. */
class Layout {
  readonly pages: string[][] = [[]]
  #y = TOP

  text(style: (typeof STYLES)[keyof typeof STYLES], text: string): void {
    this.#y -= style.before
    for (const line of wrap(text, style.size)) {
      this.#need(style.leading)
      this.#write(`BT /${style.font} ${style.size} Tf ${LEFT} ${this.#y.toFixed(1)} Td ${pdfString(line)} Tj ET`)
    }
  }

  field(label: string, value: string): void {
    this.#need(34)
    const y = this.#y
    this.#write(`BT /F1 8 Tf 0.35 g ${LEFT} ${(y + 17).toFixed(1)} Td ${pdfString(label)} Tj ET 0 g`)
    this.#write(`0.6 G 0.5 w ${LEFT} ${(y - 4).toFixed(1)} ${RIGHT - LEFT} 18 re S 0 G`)
    this.#write(`BT /F1 10.5 Tf ${LEFT + 6} ${(y + 1).toFixed(1)} Td ${pdfString(value)} Tj ET`)
  }

  row([left, right]: readonly [string, string]): void {
    this.#need(20)
    const x = RIGHT - widthOf(right, 10.5)
    this.#write(`BT /F1 10.5 Tf ${LEFT} ${this.#y.toFixed(1)} Td ${pdfString(left)} Tj ET`)
    this.#write(`BT /F1 10.5 Tf ${x.toFixed(1)} ${this.#y.toFixed(1)} Td ${pdfString(right)} Tj ET`)
    this.#write(`0.8 G 0.5 w ${LEFT} ${(this.#y - 6).toFixed(1)} m ${RIGHT} ${(this.#y - 6).toFixed(1)} l S 0 G`)
  }

  newPage(): void {
    this.pages.push([])
    this.#y = TOP
  }

  #need(height: number): void {
    if (this.#y - height < BOTTOM) this.newPage()
    this.#y -= height
  }

  #write(command: string): void {
    this.pages.at(-1)!.push(command)
  }
}

function place(layout: Layout, block: Block): void {
  switch (block.kind) {
    case 'field':
      return layout.field(block.label, block.value)
    case 'row':
      return layout.row(block.cells)
    case 'page':
      return layout.newPage()
    case 'title':
    case 'heading':
    case 'text':
      return layout.text(STYLES[block.kind], block.text)
  }
}

/** Lays blocks out on as many pages as they need, with a stripe above and the page's number below. */
export function layOut(blocks: readonly Block[], footer: string): PageContent[] {
  const layout = new Layout()
  for (const block of blocks) place(layout, block)
  return layout.pages.map((commands, i) => {
    const number = `${footer}   ${i + 1} / ${layout.pages.length}`
    return [
      '0 0.75 0.44 rg 0 830 595 12 re f 0 g',
      ...commands,
      `BT /F1 8 Tf 0.4 g ${LEFT} 48 Td ${pdfString(number)} Tj ET`,
    ]
  })
}
