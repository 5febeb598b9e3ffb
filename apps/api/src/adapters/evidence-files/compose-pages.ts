/** What an evidence file tells people, in the words of the catalogues. */
import type { Block, LoggedEvent } from '@rubrica/evidence-file'
import type { Catalogue } from '@rubrica/locales/node'
import type { DeputyInEvidence, FileToWrite, PersonInEvidence } from '../../modules/evidence-files/ports.ts'
import { fillText } from '../mail/fill-text.ts'
import { idsOfReader, namesOf, readEvents } from './compose-files.ts'

type Texts = Catalogue['evidence']

export interface PageNeeds {
  readonly texts: Texts
  readonly isSelfMade: boolean
}

/** Titles, tables and sentences from the top of the first page to the end of the last. */
export function composePages(needs: PageNeeds, file: FileToWrite): Block[] {
  const { texts } = needs
  const { facts } = file.evidence
  const { fileName } = namesOf(file)
  const teller = new Teller(texts, file)
  return [
    { kind: 'title', text: texts.title },
    { kind: 'text', text: fillText(keyed(texts.intro, facts.outcome), { file: fileName || facts.documentId }) },
    ...tellMark(texts, file),
    { kind: 'heading', text: texts.sections.document },
    { kind: 'table', rows: tellDocument(texts, file) },
    { kind: 'heading', text: texts.sections.people },
    ...file.evidence.people.flatMap((person) => teller.tellPerson(person)),
    { kind: 'heading', text: texts.sections.events },
    { kind: 'table', rows: readEvents(file.evidence).map((event) => teller.tellEvent(event)) },
    ...tellSignatures(texts, file),
    { kind: 'heading', text: texts.sections.limits },
    ...tellLimits(needs, file).map((text) => ({ kind: 'text', text }) as const),
    { kind: 'heading', text: texts.sections.check },
    { kind: 'text', text: texts.check },
  ]
}

/** A text for a key that may be of another release; the key itself where there is none. */
const keyed = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key

/** In UTC, to the second: the same in every language. */
const momentOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

function tellMark({ mark: words }: Texts, { mark }: FileToWrite): Block[] {
  if (!mark) return []
  const { code, address } = mark
  const beside = [words.lead, address, fillText(words.code, { code })]
  return [{ kind: 'symbol', holds: address, description: fillText(words.symbol, { address }), beside }]
}

function tellDocument(texts: Texts, file: FileToWrite): [string, string][] {
  const { evidence, reader, version, at } = file
  const { facts, level } = evidence
  const { fileName, senderName } = namesOf(file)
  const { labels } = texts
  const last = facts.revisions.at(-1)
  return [
    ...(fileName === '' ? [] : [[labels.file, fileName] as [string, string]]),
    [labels.outcome, `${keyed(texts.outcomes, facts.outcome)}, ${momentOf(facts.endedAt)}`],
    [labels.sent, senderName === '' ? momentOf(facts.sentAt) : `${momentOf(facts.sentAt)}, ${senderName}`],
    [labels.pages, String(facts.pages)],
    ...(level === null ? [] : [[labels.level, level] as [string, string]]),
    [labels.digest, last?.sha256 ?? ''],
    [labels.id, facts.documentId],
    [labels.edition, `${texts.editions[reader.edition]} ${fillText(texts.version, { version: String(version) })}`],
    [labels.made, momentOf(at.toISOString())],
  ]
}

/** Tells of people by name where the reader may know it, else by number. */
class Teller {
  private readonly texts: Texts
  private readonly file: FileToWrite
  private readonly own: ReadonlySet<string> | undefined
  private readonly acts: ReadonlyMap<unknown, LoggedEvent>

  constructor(texts: Texts, file: FileToWrite) {
    this.texts = texts
    this.file = file
    this.own = idsOfReader(file)
    this.acts = new Map(
      readEvents(file.evidence)
        .filter(({ type }) => ['document-signed', 'document-approved', 'document-rejected'].includes(type))
        .map((event) => [event.facts['approverId'] ?? event.facts['signerId'], event]),
    )
  }

  private isTold(id: string): boolean {
    return this.own === undefined || this.own.has(id)
  }

  private nameOf(id: unknown): string {
    const { people } = this.file.evidence
    const person = people.find((one) => one.id === id)
    if (!person) return this.texts.somebody
    if (this.isTold(person.id)) return person.name
    const number = people.filter(({ role }) => role === person.role).findIndex((one) => one.id === id) + 1
    return fillText(this.texts.numbered[person.role], { number: String(number) })
  }

  tellPerson(person: PersonInEvidence): Block[] {
    const { labels, roles, states } = this.texts
    const { role, state, at, signerId, certificate, reason, deputy } = person
    const before = signerId === null ? '' : ` ${fillText(this.texts.before, { name: this.nameOf(signerId) })}`
    const rows: [string, string][] = [
      [labels.role, `${roles[role]}${before}`],
      [labels.state, at === null ? keyed(states, state) : `${keyed(states, state)}, ${momentOf(at)}`],
    ]
    if (deputy) rows.push(...this.tellDeputy(person, deputy))
    const found: [string, string][] = [
      [labels.identified, this.tellIdentification(person.id)],
      [labels.mails, this.tellMails(person.id)],
    ]
    rows.push(...found.filter(([, value]) => value !== ''))
    if (at !== null && (role === 'signer' || this.hasServedPages(person.id)))
      rows.push([labels.served, this.tellServed(person.id)])
    if (this.isTold(person.id)) {
      if (certificate) rows.push([labels.certificate, this.tellCertificate(certificate)])
      const terms = this.file.evidence.texts.find((text) => text.signerId === person.id)
      if (terms) rows.push([labels.terms, [terms.title, terms.text].filter((text) => text !== '').join('\n')])
      if (reason !== null && reason !== '') rows.push([labels.reason, reason])
    }
    return [
      { kind: 'subheading', text: this.nameOf(person.id) },
      { kind: 'table', rows },
    ]
  }

  /** `Pau Riera, on behalf of Núria Soler`; nobody by name to who may not know it. */
  private tellDeputy(
    { id, name }: PersonInEvidence,
    { name: deputy, formula, mandate }: DeputyInEvidence,
  ): [string, string][] {
    const { labels, aDeputy } = this.texts
    if (!this.isTold(id)) return [[labels.deputy, aDeputy]]
    return [
      [labels.deputy, `${deputy}, ${formula} ${name}`],
      ...(mandate ? [[labels.mandate, `${mandate.fileName}\nSHA-256 ${mandate.digest}`] as [string, string]] : []),
    ]
  }

  private tellCertificate({
    subject,
    serialNumber,
    notAfter,
    type,
  }: NonNullable<PersonInEvidence['certificate']>): string {
    const parts = subject.replace(/,(?=[\w.]+=)/g, ', ')
    const values = { subject: parts, serial: serialNumber, until: notAfter.slice(0, 10), type }
    return fillText(this.texts.certificate, values)
  }

  private tellIdentification(id: string): string {
    const facts = this.acts.get(id)?.facts ?? {}
    const by = facts['identifiedBy']
    if (typeof by !== 'string') return ''
    return fillText(keyed(this.texts.identifiedBy, by), { authority: String(facts['identifiedAt'] ?? '') })
  }

  /** A line for each mail, with the last that was said of it. */
  private tellMails(id: string): string {
    const mails = this.file.evidence.mails.filter(({ personId }) => personId === id)
    return mails
      .flatMap(({ answers }) => {
        const answer = answers.at(-1)
        if (!answer) return []
        const said = fillText(keyed(this.texts.mailStates, answer.state), { server: answer.server || '?' })
        const words = this.isTold(id) && answer.words ? `: ${answer.words}` : ''
        return [`${momentOf(answer.at)}, ${said}${words}`]
      })
      .join('\n')
  }

  /** Of an approver who decided before their pages were kept, nobody can tell. */
  private hasServedPages(id: string): boolean {
    return this.acts.get(id)?.facts['pagesDigest'] !== undefined
  }

  private tellServed(id: string): string {
    const views = this.file.evidence.views.filter((view) => (view.approverId ?? view.signerId) === id)
    if (views.length === 0) return this.texts.servedNone
    const times = views.map(({ servedAt }) => servedAt).toSorted()
    return fillText(this.texts.served, {
      pages: rangesOf(new Set(views.map(({ page }) => page))),
      count: String(this.file.evidence.facts.pages),
      from: momentOf(times[0]!),
      to: momentOf(times.at(-1)!),
    })
  }

  tellEvent({ type, at, facts }: LoggedEvent): [string, string] {
    const name = this.nameOf(facts['approverId'] ?? facts['signerId'])
    const values = {
      name,
      revision: String(facts['revision'] ?? ''),
      level: String(facts['level'] ?? ''),
      code: String(facts['code'] ?? ''),
    }
    return [momentOf(at), fillText(keyed(this.texts.events, type), values)]
  }
}

/** `1–3, 5`. */
function rangesOf(pages: ReadonlySet<number>): string {
  const ranges: [number, number][] = []
  for (const page of [...pages].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

function tellSignatures(texts: Texts, { findings, reader }: FileToWrite): Block[] {
  if (!findings) return []
  const rows = findings.signatures.map(({ kind, signer, indication, level, provedAt, signedAt }, index) => {
    const at = provedAt ?? signedAt
    const who = kind === 'timestamp' ? texts.timestamp : reader.edition === 'full' ? signer : null
    const verdict = `${keyed(texts.verdicts, indication)}, ${level}`
    return [who ?? `${index + 1}`, at === null ? verdict : `${verdict}, ${momentOf(at)}`] as const
  })
  return [
    { kind: 'heading', text: texts.sections.signatures },
    { kind: 'text', text: keyed(texts.integrity, findings.integrity) },
    ...(rows.length > 0 ? [{ kind: 'table', rows } as const] : []),
  ]
}

function tellLimits({ texts, isSelfMade }: PageNeeds, { head, evidence }: FileToWrite): string[] {
  const { limits } = texts
  return [
    limits.served,
    ...(evidence.mails.length > 0 ? [limits.mails] : []),
    head?.token ? limits.head : limits.noHead,
    limits.truth,
    ...(isSelfMade ? [limits.selfMade] : []),
  ]
}
