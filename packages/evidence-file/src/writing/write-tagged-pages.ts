/**
 * Writes laid-out pages with the structure that screen readers follow (ISO 32000-2 clauses 14.7 and 14.8). Colours are
 * calibrated, so that the file needs no output intent.
 */
import { deflateSync } from 'node:zlib'
import {
  dictOf,
  drawQr,
  embedFont,
  type EmbeddedFont,
  encodeText,
  type NewPdf,
  nameOf,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '@rubrica/pdf'
import { type Element, type Figure, type LaidOut, type Line, MARGIN, PAGE } from './lay-out-blocks.ts'

const GRAY = [nameOf('CalGray'), dictOf({ WhitePoint: [0.9505, 1, 1.089], Gamma: 2.2 })]
/** Of the text, and of what is less important: both are far above 4.5 to 1 on white. */
const BLACK = '0.07 sc'
const QUIET = '0.36 sc'
/** Some readers show the white of a calibrated colour as a shade of their own: it is left to the page. */
const IN_SYMBOLS = { dark: '0 sc' }

interface WrittenPages {
  /** The page tree. */
  readonly pages: PdfRef
  readonly structure: PdfRef
}

/** @param footer stands below each page, with its number */
export function writeTaggedPages(file: NewPdf, laidOut: LaidOut, footer: string): WrittenPages {
  const contents = Array.from({ length: laidOut.pages }, () => new PageContent(file.reserve()))
  const linesOf = (element: Element): readonly Line[] => [...element.lines, ...element.children.flatMap(linesOf)]
  const lines = laidOut.elements.flatMap(linesOf)
  const footers = contents.map((_, index) => `${footer} · ${index + 1} / ${contents.length}`)
  const textsOf = (weight: Line['weight']) => lines.flatMap((line) => (line.weight === weight ? [line.text] : []))
  const fonts = {
    regular: embedFont(file, [...textsOf('regular'), ...footers]),
    bold: embedFont(file, textsOf('bold'), 'bold'),
  }
  const structure = file.reserve()
  const whole = file.reserve()
  const writer = new StructureWriter({ file, contents, fonts })
  const kids = laidOut.elements.map((element) => writer.write(element, whole))
  file.set(whole, dictOf({ Type: nameOf('StructElem'), S: nameOf('Document'), P: structure, K: kids }))
  file.set(structure, structureRoot(file, whole, contents))
  const pages = file.reserve()
  const resources = file.add(
    dictOf({
      Font: dictOf({ F0: fonts.regular.ref, F1: fonts.bold.ref }),
      ColorSpace: dictOf({ Cs0: GRAY }),
    }),
  )
  for (const [index, content] of contents.entries()) {
    content.addFooter(footers[index]!, fonts.regular)
    file.set(content.ref, content.toPage(file, { parent: pages, resources, index }))
  }
  const kidsOfPages = contents.map(({ ref }) => ref)
  file.set(
    pages,
    dictOf({
      Type: nameOf('Pages'),
      Kids: kidsOfPages,
      Count: contents.length,
      MediaBox: [0, 0, PAGE.width, PAGE.height],
    }),
  )
  return { pages, structure }
}

function structureRoot(file: NewPdf, whole: PdfRef, contents: readonly PageContent[]): PdfObject {
  const numbers = contents.flatMap((content, index) => [index, file.add([...content.owners])])
  return dictOf({
    Type: nameOf('StructTreeRoot'),
    K: [whole],
    ParentTree: file.add(dictOf({ Nums: numbers })),
    ParentTreeNextKey: contents.length,
  })
}

/** What is drawn on one page, and which element each marked part belongs to. */
class PageContent {
  readonly ref: PdfRef
  readonly owners: PdfRef[] = []
  private readonly operators: string[] = ['/Cs0 cs']

  constructor(ref: PdfRef) {
    this.ref = ref
  }

  /** @returns the number of the marked part */
  addMarked(role: string, owner: PdfRef, drawn: readonly string[]): number {
    const number = this.owners.push(owner) - 1
    this.operators.push(`/${role} <</MCID ${number}>> BDC`, ...drawn, 'EMC')
    return number
  }

  addFooter(text: string, font: EmbeddedFont): void {
    const drawn = `BT /F0 7.5 Tf ${QUIET} ${MARGIN} 44 Td ${font.encode(text)} Tj ET`
    this.operators.push('/Artifact BMC', drawn, 'EMC')
  }

  toPage(file: NewPdf, { parent, resources, index }: { parent: PdfRef; resources: PdfRef; index: number }): PdfObject {
    const packed = deflateSync(Buffer.from(this.operators.join('\n'), 'latin1'))
    return dictOf({
      Type: nameOf('Page'),
      Parent: parent,
      Resources: resources,
      Contents: file.add(new PdfStream(dictOf({ Filter: nameOf('FlateDecode') }), packed)),
      StructParents: index,
      Tabs: nameOf('S'),
    })
  }
}

interface StructureNeeds {
  readonly file: NewPdf
  readonly contents: readonly PageContent[]
  readonly fonts: Readonly<Record<Line['weight'], EmbeddedFont>>
}

class StructureWriter {
  private readonly needs: StructureNeeds

  constructor(needs: StructureNeeds) {
    this.needs = needs
  }

  write({ role, lines, children, figure }: Element, parent: PdfRef): PdfRef {
    const { file } = this.needs
    const own = file.reserve()
    const marked = [...new Set(lines.map(({ page }) => page))].map((page) => {
      const drawn = lines.filter((line) => line.page === page).map((line) => this.draw(line))
      return this.mark(own, { role, page, drawn })
    })
    if (figure) {
      const drawn = [drawQr(figure.qr, figure.square, IN_SYMBOLS)]
      marked.push(this.mark(own, { role, page: figure.page, drawn }))
    }
    const elements = children.map((child) => this.write(child, own))
    file.set(
      own,
      dictOf({
        Type: nameOf('StructElem'),
        S: nameOf(role),
        P: parent,
        K: [...marked, ...elements],
        ...(role === 'TH' && { A: dictOf({ O: nameOf('Table'), Scope: nameOf('Row') }) }),
        ...(figure && describeFigure(figure)),
      }),
    )
    return own
  }

  private mark(owner: PdfRef, { role, page, drawn }: { role: string; page: number; drawn: string[] }): PdfDict {
    const content = this.needs.contents[page]!
    const number = content.addMarked(role, owner, drawn)
    return dictOf({ Type: nameOf('MCR'), Pg: content.ref, MCID: number })
  }

  private draw({ x, y, size, weight, isQuiet, text }: Line): string {
    const [name, colour] = [weight === 'bold' ? 'F1' : 'F0', isQuiet ? QUIET : BLACK]
    const encoded = this.needs.fonts[weight].encode(text)
    return `BT /${name} ${size} Tf ${colour} ${x.toFixed(2)} ${y.toFixed(2)} Td ${encoded} Tj ET`
  }
}

/** What stands for a figure where it is not seen, and where it stands (ISO 32000-2 clauses 14.9.3 and 14.8.5.4.3). */
function describeFigure({ description, square: { x, y, side } }: Figure): Record<string, PdfObject> {
  const box = [x, y, x + side, y + side].map((length) => Math.round(length * 100) / 100)
  return {
    Alt: encodeText(description),
    A: dictOf({ O: nameOf('Layout'), Placement: nameOf('Block'), BBox: box }),
  }
}
