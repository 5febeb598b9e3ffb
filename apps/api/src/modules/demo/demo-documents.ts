import type { SendOrder } from '../sending/ports.ts'
import { TEMPLATES, type DemoPerson, type Template } from './demo-templates.ts'
import { layOut, type Block } from './lay-out-page.ts'
import { clauses } from './write-blocks.ts'
import { writePdf } from './write-pdf.ts'

export interface DemoDocument {
  /** Names the document for ever, so that it is never sent twice. */
  readonly key: string
  readonly daysAgo: number
  readonly file: Uint8Array
  readonly attachment?: { readonly fileName: string; readonly bytes: Uint8Array }
  readonly order: SendOrder
}

/** The place of a visible signature: low on the last page, to the right. */
const BOX = { x: 320, y: 108, width: 200, height: 60 } as const

function pdfOf(template: Template, person: DemoPerson): { bytes: Uint8Array; pages: number } {
  const blocks: Block[] = [{ kind: 'title', text: template.title }, ...template.blocks(person)]
  // A page of its own keeps the visible signature clear of the text.
  if (template.isVisible) blocks.push({ kind: 'page' }, { kind: 'heading', text: person.name })
  const pages = layOut(blocks, template.title)
  return { bytes: writePdf(template.title, pages), pages: pages.length }
}

function documentFor(template: Template, people: readonly DemoPerson[], index: number): DemoDocument {
  const person = people[index]!
  const { bytes, pages } = pdfOf(template, person)
  const signers = template.isShared ? [person, people[(index + 1) % people.length]!] : [person]
  return {
    key: `demo-${person.userId}-${TEMPLATES.indexOf(template) + 1}`,
    daysAgo: template.daysAgo + index,
    file: bytes,
    ...(template.hasAttachment && {
      attachment: {
        fileName: 'Annex.pdf',
        bytes: writePdf(
          'Annex',
          layOut([{ kind: 'title', text: 'Annex' }, ...clauses(template.language, 5)(person)], 'Annex'),
        ),
      },
    }),
    order: {
      fileName: template.fileName,
      description: template.description ?? '',
      tags: template.tags,
      senderName: template.sender,
      order: 'parallel',
      signers: signers.map(({ userId }, k) => ({
        userId,
        reason: template.reason,
        readAll: template.readAll ?? false,
        approvers: [],
        positions: template.isVisible ? [{ page: pages, ...BOX, y: BOX.y + 80 * k }] : [],
      })),
    },
  }
}

/** What waits for each demo person; a shared document waits for two. */
export function demoDocuments(people: readonly DemoPerson[]): DemoDocument[] {
  return people.flatMap((_, index) => TEMPLATES.map((template) => documentFor(template, people, index)))
}

/** How many documents `demoDocuments` makes. */
export const countDemoDocuments = (people: number) => people * TEMPLATES.length
