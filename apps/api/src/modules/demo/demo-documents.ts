import type { SendOrder } from '../sending/ports.ts'
import { CLAUSES } from './demo-texts.ts'
import { layOut, type Block } from './lay-out-page.ts'
import { writePdf } from './write-pdf.ts'

export interface DemoPerson {
  readonly userId: string
  readonly name: string
}

export interface DemoDocument {
  /** Names the document for ever, so that it is never sent twice. */
  readonly key: string
  readonly daysAgo: number
  readonly file: Uint8Array
  readonly attachment?: { readonly fileName: string; readonly bytes: Uint8Array }
  readonly order: SendOrder
}

type Language = keyof typeof CLAUSES

interface Template {
  readonly fileName: string
  readonly title: string
  readonly language: Language
  readonly sender: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly reason?: string
  readonly isVisible?: boolean
  readonly readAll?: boolean
  /** Also to the next person of the list. */
  readonly isShared?: boolean
  readonly hasAttachment?: boolean
  readonly daysAgo: number
  readonly blocks: (person: DemoPerson) => readonly Block[]
}

const LEAD: Readonly<Record<Language, (name: string) => string>> = {
  ca: (name) =>
    `Reunits, d'una banda, Vall d'Aro Serveis, SL, i de l'altra, ${name}, les parts acorden el que segueix.`,
  es: (name) =>
    `Reunidos, de una parte, Instalaciones Ribera, S.A., y de otra, ${name}, las partes acuerdan lo siguiente.`,
  en: (name) => `This document is made between Northgate Instruments Ltd and ${name}, who agree as follows.`,
}

/** Clauses, as often as a long document needs them. */
function clauses(language: Language, count: number): (person: DemoPerson) => Block[] {
  return ({ name }) => [
    { kind: 'text', text: LEAD[language](name) },
    ...Array.from({ length: count }, (_, i): Block[] => {
      const [heading, text] = CLAUSES[language][i % CLAUSES[language].length]!
      return [
        { kind: 'heading', text: `${i + 1}. ${heading}` },
        { kind: 'text', text },
      ]
    }).flat(),
  ]
}

const rows = (...cells: readonly (readonly [string, string])[]) =>
  cells.map((pair): Block => ({ kind: 'row', cells: pair }))

const fields = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([label, value]): Block => ({ kind: 'field', label, value }))

const TEMPLATES: readonly Template[] = [
  {
    fileName: 'Contracte de serveis 2026.pdf',
    title: 'Contracte de prestació de serveis',
    language: 'ca',
    sender: "Vall d'Aro Serveis, SL",
    tags: ['contracte', '2026'],
    description: 'Renovació anual del contracte de consultoria',
    reason: 'Conformitat amb el contracte',
    isVisible: true,
    isShared: true,
    hasAttachment: true,
    daysAgo: 1,
    blocks: clauses('ca', 24),
  },
  {
    fileName: 'Acta de la junta de març.pdf',
    title: 'Acta de la junta ordinària',
    language: 'ca',
    sender: 'Comunitat de propietaris Rambla 14',
    tags: ['acta'],
    reason: "Aprovació de l'acta",
    isShared: true,
    daysAgo: 3,
    blocks: (person) => [
      {
        kind: 'text',
        text: `A les 19.30 hores es constitueix la junta en segona convocatòria, amb l'assistència de ${person.name}, que actua de presidència, i de la majoria dels propietaris.`,
      },
      { kind: 'heading', text: 'Ordre del dia' },
      ...rows(
        ['1. Aprovació dels comptes', 'aprovat'],
        ['2. Reparació de la coberta', 'aprovat'],
        ['3. Renovació de càrrecs', 'aprovat'],
        ['4. Precs i preguntes', '—'],
      ),
      { kind: 'heading', text: 'Acords' },
      ...clauses('ca', 9)(person),
    ],
  },
  {
    fileName: 'Factura 2026-0143.pdf',
    title: 'Factura 2026-0143',
    language: 'es',
    sender: 'Instalaciones Ribera, S.A.',
    tags: ['factura'],
    description: 'Mantenimiento del primer trimestre',
    daysAgo: 5,
    blocks: ({ name }) => [
      { kind: 'text', text: `Cliente: ${name}. Fecha de emisión: 31 de marzo de 2026.` },
      { kind: 'heading', text: 'Conceptos' },
      ...rows(
        ['Mantenimiento trimestral de climatización', '480,00 €'],
        ['Sustitución de filtros (6 unidades)', '132,60 €'],
        ['Desplazamiento', '45,00 €'],
        ['Base imponible', '657,60 €'],
        ['IVA 21 %', '138,10 €'],
        ['Total', '795,70 €'],
      ),
    ],
  },
  {
    fileName: 'Formulario de alta de proveedor.pdf',
    title: 'Alta de proveedor',
    language: 'es',
    sender: 'Compras Ribera',
    tags: ['formulario'],
    isVisible: true,
    daysAgo: 6,
    blocks: ({ name }) => [
      { kind: 'text', text: 'Compruebe los datos y firme el formulario para completar el alta.' },
      ...fields(
        ['Nombre o razón social', name],
        ['NIF', '00000000T'],
        ['Domicilio', 'Calle del Puerto, 12, 17001 Girona'],
        ['Correo electrónico', 'proveedor@sandbox.example'],
        ['IBAN', 'ES00 0000 0000 0000 0000 0000'],
        ['Actividad', 'Servicios profesionales'],
      ),
    ],
  },
  {
    fileName: 'Non-disclosure agreement.pdf',
    title: 'Mutual non-disclosure agreement',
    language: 'en',
    sender: 'Northgate Instruments Ltd',
    tags: ['NDA', 'legal'],
    description: 'Please read every page before signing',
    reason: 'I agree to the terms',
    readAll: true,
    daysAgo: 8,
    blocks: clauses('en', 16),
  },
  {
    fileName: 'Conveni de pràctiques.pdf',
    title: 'Conveni de cooperació educativa',
    language: 'ca',
    sender: 'Universitat del Ter',
    tags: ['conveni', 'pràctiques'],
    daysAgo: 9,
    blocks: clauses('ca', 8),
  },
  {
    fileName: 'Presupuesto reforma oficina.pdf',
    title: 'Presupuesto de reforma',
    language: 'es',
    sender: 'Instalaciones Ribera, S.A.',
    tags: ['presupuesto'],
    reason: 'Aceptación del presupuesto',
    daysAgo: 12,
    blocks: (person) => [
      ...rows(
        ['Demolición y retirada', '1.850,00 €'],
        ['Instalación eléctrica', '3.420,00 €'],
        ['Pintura', '2.110,00 €'],
        ['Carpintería', '4.780,00 €'],
        ['Total sin impuestos', '12.160,00 €'],
      ),
      ...clauses('es', 6)(person),
    ],
  },
  {
    fileName: 'Lease agreement.pdf',
    title: 'Lease of business premises',
    language: 'en',
    sender: 'Harbour Estates',
    tags: ['contract'],
    isVisible: true,
    isShared: true,
    daysAgo: 15,
    blocks: clauses('en', 22),
  },
  {
    fileName: 'Política de protección de datos.pdf',
    title: 'Política interna de protección de datos',
    language: 'es',
    sender: '',
    tags: [],
    daysAgo: 20,
    blocks: clauses('es', 14),
  },
  {
    fileName: "Certificat d'empresa.pdf",
    title: "Certificat d'empresa",
    language: 'ca',
    sender: "Vall d'Aro Serveis, SL",
    tags: ['recursos humans'],
    reason: 'Certificació',
    daysAgo: 24,
    blocks: ({ name }) => [
      {
        kind: 'text',
        text: `Certifica que ${name} ha prestat serveis en aquesta empresa de manera continuada, a jornada completa, i que les dades que figuren a continuació són certes.`,
      },
      ...rows(
        ['Categoria professional', 'Tècnic superior'],
        ['Antiguitat', '2 de setembre de 2019'],
        ['Jornada', '37,5 hores setmanals'],
      ),
    ],
  },
  {
    fileName: 'Purchase order PO-7781.pdf',
    title: 'Purchase order PO-7781',
    language: 'en',
    sender: 'Northgate Instruments Ltd',
    tags: ['order', '2026'],
    description: 'Laboratory equipment',
    daysAgo: 31,
    blocks: (person) => [
      ...rows(
        ['Bench multimeter, 4 units', 'EUR 1,196.00'],
        ['Calibration certificates', 'EUR 240.00'],
        ['Carriage', 'EUR 38.00'],
        ['Total', 'EUR 1,474.00'],
      ),
      ...clauses('en', 3)(person),
    ],
  },
  {
    fileName: 'Informe técnico anual.pdf',
    title: 'Informe técnico anual',
    language: 'es',
    sender: 'Ingeniería del Segre',
    tags: ['informe', 'técnico'],
    description: 'Estado de las instalaciones y plan de inversiones',
    reason: 'Revisado y conforme',
    daysAgo: 44,
    blocks: clauses('es', 60),
  },
]

/** The place of a visible signature: low on the last page, to the right. */
const BOX = { x: 320, y: 108, width: 200, height: 60 } as const

function pdfOf(template: Template, person: DemoPerson): { bytes: Uint8Array; pages: number } {
  const blocks: Block[] = [{ kind: 'title', text: template.title }, ...template.blocks(person)]
  // A page of its own keeps the visible signature clear of the text.
  if (template.isVisible) blocks.push({ kind: 'page' }, { kind: 'heading', text: `${person.name}` })
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
