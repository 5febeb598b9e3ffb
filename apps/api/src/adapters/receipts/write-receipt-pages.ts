/** The receipt of a signing run as pages for people, in the language of who signed. */
import { languageOf, type Language } from '@rubrica/domain'
import { writePages, type Block } from '@rubrica/evidence-file'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import type { Receipt, ReceiptRow, WriteReceiptPages } from '../../modules/signing/runs/ports.ts'
import { fillText } from '../mail/fill-text.ts'

interface ReceiptLanguages {
  /** For people whose own has no texts. */
  readonly defaultLanguage: Language
  /** Directory of the catalogues; that of the package unless the program was bundled. */
  readonly catalogues?: URL
}

export function openReceiptPages({ defaultLanguage, catalogues }: ReceiptLanguages): WriteReceiptPages {
  const known = new Map<Language, Catalogue>()
  return (receipt) => {
    const language = languageOf(receipt.person.language) ?? defaultLanguage
    const texts = known.get(language) ?? readCatalogue(language, catalogues)
    known.set(language, texts)
    const day = receipt.run.createdAt.toISOString().slice(0, 10)
    return writePages({
      ...{ language, title: fillText(texts.receipt.titleOf, { day }), blocks: blocksOf(texts, receipt) },
      footer: fillText(texts.receipt.footer, { name: receipt.person.name, day }),
      madeAt: receipt.at,
    })
  }
}

function blocksOf(texts: Catalogue, { run, person, rows, at }: Receipt): Block[] {
  const { receipt: said } = texts
  const count = (states: readonly ReceiptRow['state'][]) => rows.filter(({ state }) => states.includes(state)).length
  const [signed, lost] = [count(['signed']), count(['failed', 'discarded'])]
  const open = rows.length - signed - lost
  return [
    { kind: 'title', text: said.title },
    { kind: 'text', text: said.intro },
    {
      kind: 'table',
      rows: [
        [said.person, person.name],
        [said.begun, momentOf(run.createdAt)],
        ...(run.endedAt ? ([[said.ended, momentOf(run.endedAt)]] as const) : []),
        [said.signed, String(signed)],
        [said.unsigned, String(lost)],
        ...(open > 0 ? ([[said.open, String(open)]] as const) : []),
        [said.madeAt, momentOf(at)],
      ],
    },
    { kind: 'heading', text: said.documents },
    { kind: 'table', rows: rows.map((row) => [`${row.position}`, tellRow(texts, row)] as const) },
    { kind: 'text', text: said.check },
  ]
}

/** In UTC, to the second: the same in every language. */
function momentOf(at: Date): string {
  const iso = at.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

function tellRow(texts: Catalogue, row: ReceiptRow): string {
  const { receipt: said } = texts
  const name = row.fileName ?? said.unnamed
  if (row.state === 'signed') {
    const { revision, digest, serialNumber } = row
    const made = [
      fillText(said.signedAt, { when: row.endedAt ? momentOf(row.endedAt) : '?' }),
      ...(revision === null ? [] : [fillText(said.revision, { revision: String(revision) })]),
      ...(serialNumber === null ? [] : [fillText(said.certificate, { serial: serialNumber })]),
    ]
    // In two halves: each is a line.
    const halves = digest === null ? [] : [`SHA-256 ${digest.slice(0, 32)} ${digest.slice(32)}`]
    return [name, made.join(' · '), ...halves].join('\n')
  }
  if (row.state !== 'failed' && row.state !== 'discarded') return `${name}\n${said.notYet}`
  return `${name}\n${fillText(said.notSigned, { reason: reasonOf(texts, row.code) })}`
}

/** As the portal says it; one whose sentence has to be filled in is told by its code, as one of another release. */
function reasonOf({ receipt, errors, runErrors, elsewhereErrors }: Catalogue, code: string | null): string {
  if (code === null) return receipt.unknown
  const own: Readonly<Record<string, string>> = { RUN_STOPPED: receipt.stopped, INTERNAL: receipt.unknown }
  const said: Readonly<Record<string, unknown>> = { ...errors, ...runErrors, ...elsewhereErrors, ...own }
  const text = said[code]
  return typeof text === 'string' && !text.includes('{{') ? text : code
}
