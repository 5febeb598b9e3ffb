import type { AttachedFile, Position, SendOrder } from '../sending/ports.ts'
import { attachmentsOf } from './demo-attachments.ts'
import type { DemoPerson, Template } from './demo-template.ts'
import { TEMPLATES } from './demo-templates.ts'
import { layOut, type Block } from './lay-out-page.ts'
import { writePdf } from './write-pdf.ts'

export interface DemoDocument {
  /** Names the document for ever, so that it is never sent twice. */
  readonly key: string
  readonly daysAgo: number
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  readonly order: SendOrder
  /** Who signs it at once, so that somebody else finds it half-done. */
  readonly signedBy?: DemoPerson
}

/** The place of a visible signature: low on the last page, to the right. */
const BOX = { x: 320, y: 108, width: 200, height: 60 } as const
/** Where a signature is shown again, in the margin below the text. */
const MARGIN_BOX = { x: 371, y: 50, width: 160, height: 40 } as const

function pdfOf(template: Template, person: DemoPerson): { bytes: Uint8Array; pages: number } {
  const blocks: Block[] = [{ kind: 'title', text: template.title }, ...template.blocks(person)]
  // A page of its own keeps the visible signature clear of the text.
  if (template.isVisible) blocks.push({ kind: 'page' }, { kind: 'heading', text: person.name })
  const pages = layOut(blocks, template.title)
  return { bytes: writePdf(template.title, pages), pages: pages.length }
}

function positionsOf({ isVisible, places = 1 }: Template, pages: number, ordinal: number): Position[] {
  if (!isVisible) return []
  const further = Array.from({ length: places - 1 }, (_, k) => ({ page: k + 1, ...MARGIN_BOX }))
  return [{ page: pages, ...BOX, y: BOX.y + 80 * ordinal }, ...further]
}

/** The approvers of the signer at `ordinal`; `others` are the other people of the cast, the next one first. */
function approversOf({ approvers }: Template, others: readonly DemoPerson[], ordinal: number): DemoPerson[] {
  if (ordinal === 0) return approvers === 'others' ? [...others] : approvers === 'next' ? others.slice(0, 1) : []
  return approvers === 'of-other' ? others.slice(1) : []
}

function documentFor(template: Template, people: readonly DemoPerson[], index: number): DemoDocument {
  const person = people[index]!
  const others = [...people.slice(index + 1), ...people.slice(0, index)]
  const { bytes, pages } = pdfOf(template, person)
  const signers = template.isShared ? [person, others[0]!] : [person]
  return {
    key: `demo-${person.userId}-${TEMPLATES.indexOf(template) + 1}`,
    daysAgo: template.daysAgo + index,
    file: bytes,
    attachments: attachmentsOf(template, person),
    ...(template.isSignedByOther && { signedBy: others[0]! }),
    order: {
      fileName: template.fileName,
      description: template.description ?? '',
      tags: template.tags,
      senderName: template.sender,
      order: 'parallel',
      signers: signers.map(({ userId, certificateId }, ordinal) => ({
        userId,
        reason: template.reason,
        readAll: template.readAll ?? false,
        delegable: true,
        ...(template.disclaimer && { disclaimer: template.disclaimer }),
        ...(template.hasCertificate && { certificate: certificateId }),
        approvers: approversOf(template, others, ordinal).map((approver) => ({ userId: approver.userId })),
        positions: positionsOf(template, pages, ordinal),
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
