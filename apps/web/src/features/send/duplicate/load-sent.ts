/** What a sent document was made of, fetched for a draft of its own. */
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { EMPTY_DRAFT, type Draft, type DraftPerson } from '../draft.ts'
import { askedOf, draftOfSent, type SentDocument } from './draft-of-sent.ts'

/** What the address says: which sent document, and which of its files. */
export interface CopyWish {
  readonly docGuid: string
  readonly file: 'original' | 'signed'
}

/** Of each visit, so that a file whose answer was lost is there once. */
const keys = new Map<string, string>()

function keyOf({ docGuid, file }: CopyWish): string {
  const name = `${docGuid} ${file}`
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

/** @throws {ApiError} 404 where the document is not theirs to see */
export async function loadSent(wish: CopyWish, subscription: string | undefined): Promise<Draft> {
  const params = { docGuid: wish.docGuid }
  const query = { subscription }
  const headers = { 'idempotency-key': keyOf(wish) }
  const [document, copied] = await Promise.all([
    senderApi.sentDocumentStatus({ params, query }),
    senderApi.copyDocument({ params, query, headers, body: { file: wish.file } }),
  ])
  keys.delete(`${wish.docGuid} ${wish.file}`)
  const ready = async (fileId: string) => {
    const { id, name, size, sha256, pages, findings } = await senderApi.uploadedFileStatus({
      params: { fileId },
      query,
    })
    const uploaded = { id, sha256, pages, findings: findings.map(({ code }) => code) }
    return { key: id, name, size, state: 'ready' as const, uploaded }
  }
  const file = { ...(await ready(copied.file)), name: document.fileName }
  if (wish.file === 'signed') return { ...EMPTY_DRAFT, files: [file] }
  const [attachments, places, people] = await Promise.all([
    Promise.all(copied.attachments.map(ready)),
    senderApi.sentDocumentPlaces({ params, query }),
    knownPeople(document, query),
  ])
  return draftOfSent({ document, file, attachments, addressees: copied.addressees, places: places.signers, people })
}

/** The people of a document who can be sent to today, by their user id. */
async function knownPeople(document: SentDocument, query: { subscription: string | undefined }) {
  const asked = askedOf(document)
  const known = new Map<string, DraftPerson>()
  const members = asked.filter(({ guest }) => guest === null)
  for (const { userId, name } of [...members, ...asked.flatMap(({ approvers }) => approvers), ...document.copies]) {
    if (known.has(userId)) continue
    const { data } = await senderApi.suggestPeople({ query: { ...query, text: name.slice(0, 100) } })
    const person = data.find((one) => one.userId === userId)
    if (person) known.set(userId, person)
  }
  return known
}
