import type { AttachedFile } from '../sending/ports.ts'
import type { AttachmentKind, DemoPerson, Template } from './demo-template.ts'
import { drawPlan } from './draw-plan.ts'
import { layOut } from './lay-out-page.ts'
import { clauses } from './write-blocks.ts'
import { writePdf } from './write-pdf.ts'

const TABLE = [
  'concept;units;price',
  'Laptop computer;12;1120.00',
  'Screen;4;240.00',
  'Keyboard and mouse;12;38.50',
  'Installation;1;450.00',
]

/** The files that go with a document: one to turn the pages of, one to look at, one that can only be kept. */
export function attachmentsOf(template: Template, person: DemoPerson): AttachedFile[] {
  const makers: Record<AttachmentKind, () => AttachedFile> = {
    pdf: () => {
      const blocks = [{ kind: 'title', text: 'Annex' } as const, ...clauses(template.language, 5)(person)]
      return { fileName: 'Annex.pdf', bytes: writePdf('Annex', layOut(blocks, 'Annex')) }
    },
    image: () => ({ fileName: 'Plan.png', bytes: drawPlan() }),
    table: () => ({ fileName: 'Concepts.csv', bytes: new TextEncoder().encode(TABLE.join('\r\n')) }),
  }
  return (template.attachments ?? []).map((kind) => makers[kind]())
}
