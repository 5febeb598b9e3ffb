import type { AttachmentKind } from './demo-attachments.ts'
import { SPECIAL_TEMPLATES } from './demo-special-templates.ts'
import type { Language } from './demo-texts.ts'
import type { Block } from './lay-out-page.ts'
import { clauses, fields, rows } from './write-blocks.ts'

export interface DemoPerson {
  readonly userId: string
  readonly name: string
  readonly certificateId: string
}

/** A document that each demo person gets, made out to them. */
export interface Template {
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
  /** The person it is shared with has signed already. */
  readonly isSignedByOther?: boolean
  /** Who approves first: the next person, everybody else, or, of a shared document, this person for the other one. */
  readonly approvers?: 'next' | 'others' | 'of-other'
  readonly attachments?: readonly AttachmentKind[]
  readonly disclaimer?: { readonly title: string; readonly text: string }
  /** Only to be signed with the person's own certificate of the vault. */
  readonly hasCertificate?: boolean
  /** How many places of the document show the signature, when it is visible; one unless said otherwise. */
  readonly places?: number
  readonly daysAgo: number
  readonly blocks: (person: DemoPerson) => readonly Block[]
}

const EVERYDAY_TEMPLATES: readonly Template[] = [
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
    attachments: ['pdf'],
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

/** In this order for ever: a document is known by its place. */
export const TEMPLATES: readonly Template[] = [...EVERYDAY_TEMPLATES, ...SPECIAL_TEMPLATES]
