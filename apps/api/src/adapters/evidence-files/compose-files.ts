/** What an evidence file holds for machines, by edition. */
import {
  type EmbeddedFile,
  type LoggedEvent,
  type MailFacts,
  NAMES,
  type OpenedCommitment,
} from '@rubrica/evidence-file'
import type { FileToWrite, HeadInEvidence } from '../../modules/evidence-files/ports.ts'

const JSON_TYPE = 'application/json'

/** All embedded files but the manifest. */
export function composeFiles(file: FileToWrite): EmbeddedFile[] {
  const { evidence, findings, report, head } = file
  const { events, views } = evidence
  const facts = { ...evidence.facts, fileName: namesOf(file).fileName }
  const own = idsOfReader(file)
  const isTold = ({ signerId }: { readonly signerId: string }) => own === undefined || own.has(signerId)
  return [
    textFile(NAMES.events, {
      mediaType: 'application/jsonl',
      description: 'What happened to the document, one event a line, as it was logged',
      text: events.map(({ line }) => `${line}\n`).join(''),
    }),
    textFile(NAMES.chain, {
      mediaType: 'text/plain',
      description: 'The hash of the chain after each event',
      text: events.map(({ hash }) => `${hash}\n`).join(''),
    }),
    jsonFile(NAMES.document, 'The document: its outcome, its people and the digests of its revisions', facts),
    jsonFile(NAMES.personal, 'Personal values with the salts of their commitments', openedFor(file)),
    jsonFile(NAMES.pages, 'Which images of which pages were served to whom', views),
    jsonFile(NAMES.texts, 'The terms that signers agreed to', evidence.texts.filter(isTold)),
    ...(evidence.mails.length > 0
      ? [jsonFile(NAMES.mails, 'Mails to the people, and what mail servers said of them', mailsFor(file))]
      : []),
    ...(findings ? [jsonFile(NAMES.validation, 'What validation found in the document', findingsFor(file))] : []),
    ...(report === undefined
      ? []
      : [
          textFile(NAMES.validationReport, {
            mediaType: 'application/xml',
            description: 'The same as ETSI TS 119 102-2 has it',
            text: report,
          }),
        ]),
    ...(head ? headFiles(head) : []),
  ]
}

/** Ids as signer and approver; undefined for who is told everything. */
export function idsOfReader({
  evidence,
  reader,
}: Pick<FileToWrite, 'evidence' | 'reader'>): ReadonlySet<string> | undefined {
  if (reader.edition === 'full') return undefined
  return new Set(evidence.people.filter(({ userId }) => userId === reader.userId).map(({ id }) => id))
}

/** How the document is called and by whom it was sent: who took part has seen both. */
export function namesOf(file: Pick<FileToWrite, 'evidence' | 'reader'>): { fileName: string; senderName: string } {
  const { facts, senderName } = file.evidence
  return idsOfReader(file)?.size === 0 ? { fileName: '', senderName: '' } : { fileName: facts.fileName, senderName }
}

/** An event about an approver names the signer as well, who need not know what it commits to. */
function openedFor({ evidence, reader }: FileToWrite): readonly OpenedCommitment[] {
  const own = idsOfReader({ evidence, reader })
  if (!own) return evidence.opened
  const committed = new Set(
    readEvents(evidence).flatMap(({ type, facts, personal }) => {
      const id = facts['approverId'] ?? facts['signerId']
      const isOwn = type === 'document-sent' ? own.size > 0 : typeof id === 'string' && own.has(id)
      return isOwn ? Object.values(personal) : []
    }),
  )
  return evidence.opened.filter(({ commitment }) => committed.has(commitment))
}

/** The events of a document; their lines are our own. */
export const readEvents = ({ events }: Pick<FileToWrite['evidence'], 'events'>): readonly LoggedEvent[] =>
  events.map(({ line }) => JSON.parse(line) as LoggedEvent)

/** To somebody else: that there was one, and how it fared. */
function mailsFor(file: FileToWrite): readonly MailFacts[] {
  const own = idsOfReader(file)
  if (!own) return file.evidence.mails
  return file.evidence.mails.map((mail) =>
    own.has(mail.personId)
      ? mail
      : { ...mail, address: null, answers: mail.answers.map((answer) => ({ ...answer, words: null })) },
  )
}

/** Certificates name people. */
const findingsFor = ({ findings, reader }: FileToWrite) =>
  findings && reader.edition === 'reduced'
    ? { ...findings, signatures: findings.signatures.map((signature) => ({ ...signature, signer: null })) }
    : findings

function headFiles({ canonical, signature, publicKey, token, path }: HeadInEvidence): EmbeddedFile[] {
  return [
    textFile(NAMES.head, {
      mediaType: JSON_TYPE,
      description: 'The head of the log that these events are in, as it was signed',
      text: canonical,
    }),
    {
      name: NAMES.headSignature,
      mediaType: 'application/octet-stream',
      description: 'The signature over the head (ECDSA, DER)',
      bytes: signature,
    },
    ...(publicKey === undefined
      ? []
      : [
          textFile(NAMES.headKey, {
            mediaType: 'application/x-pem-file',
            description: 'The key that the head was signed with',
            text: publicKey,
          }),
        ]),
    jsonFile(NAMES.headPath, 'The way from the last event to the head (RFC 9162)', path),
    ...(token
      ? [
          {
            name: NAMES.headToken,
            mediaType: 'application/timestamp-reply',
            description: 'The timestamp over the head (RFC 3161)',
            bytes: token,
          },
        ]
      : []),
  ]
}

const jsonFile = (name: string, description: string, value: unknown): EmbeddedFile =>
  textFile(name, { mediaType: JSON_TYPE, description, text: `${JSON.stringify(value, null, 1)}\n` })

function textFile(
  name: string,
  { mediaType, description, text }: { mediaType: string; description: string; text: string },
): EmbeddedFile {
  return { name, mediaType, description, bytes: Buffer.from(text) }
}
