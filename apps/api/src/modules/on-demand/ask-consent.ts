import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { OnDemandPerson } from '@rubrica/providers/on-demand'
import type { ErrandStore, Errand } from '../errands.ts'
import type { Failpoint } from '../../ports/failpoints.ts'
import type { SigningTexts } from '../signing/key/ports.ts'
import { factsOf } from '../provider-errors.ts'
import { askAboutConsent, finalCodeOf, look, type FollowConsent } from './follow-consent.ts'
import { readConsent, writeConsent } from './keep-consent.ts'
import type { AskedPerson, Fixed, Matter, OnDemandPeople } from './ports.ts'

export interface AskConsent extends FollowConsent {
  readonly errands: ErrandStore
  readonly people: OnDemandPeople
  readonly texts: Pick<SigningTexts, 'description' | 'confirmation'>
  readonly reach: Failpoint
}

/** The provider names its page within this time, or the next call begins anew. */
const ASKING_MS = 30_000
const LOOK_EVERY_MS = 200
/** A day: how long a request may be confirmed is the provider's matter, which says so when it is asked. */
const LIFE_MS = 24 * 60 * 60_000

/** @throws {PortalError} PHONE_MISSING */
async function requirePerson({ people }: AskConsent, userId: string): Promise<OnDemandPerson> {
  const person = await people.find(userId)
  if (!person) throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  const { phone } = person
  if (phone !== null) return { ...person, phone }
  throw new PortalError('PHONE_MISSING', 'Nobody can be asked to confirm without a phone number')
}

/**
 * Asks a person to confirm, once: pressed twice, here or elsewhere, the same request is shown.
 * @throws {PortalError} PHONE_MISSING, TEMPORARILY_UNAVAILABLE, what the provider says
 */
export async function askConsent(needs: AskConsent, matter: Matter, fix: () => Promise<Fixed>): Promise<AskedPerson> {
  const person = await requirePerson(needs, matter.userId)
  let fixed: Fixed | undefined
  for (const until = Date.now() + ASKING_MS; Date.now() < until;) {
    const found = await findWaiting(needs, matter)
    const answer = found && (await answerWaiting(needs, found, matter))
    if (answer && answer !== 'wait') return answer
    if (answer === undefined && fixed === undefined) {
      fixed = await fix()
      // Somebody may have begun meanwhile.
      continue
    }
    const begun = answer === undefined && fixed && (await begin(needs, matter, fixed))
    const asked = begun && (await askNow(needs, { matter, fixed: fixed!, person, id: begun }))
    if (asked) return asked
    await pause()
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The request is still being made')
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))

function findWaiting({ errands, now }: AskConsent, { id, signerId, ...key }: Matter): Promise<Errand | undefined> {
  if (id !== undefined) return errands.find(key.userId, id)
  return signerId === null ? Promise.resolve(undefined) : errands.findLiving({ ...key, signerId }, now())
}

const LIVING = ['awaiting_person', 'confirmed', 'finishing']

/** @returns `wait` while another call asks for the page, undefined when another request is to be made */
async function answerWaiting(
  needs: AskConsent,
  found: Errand,
  matter: Matter,
): Promise<AskedPerson | 'wait' | undefined> {
  const isSame = found.baseRevision === matter.baseRevision && found.expiresAt > needs.now()
  const isOpen = LIVING.includes(found.state) || (matter.id !== undefined && found.state === 'done')
  if (!isSame || !isOpen) return undefined
  const { asked, signed } = readConsent(found.data)
  if (!asked) return found.createdAt.getTime() + ASKING_MS > needs.now().getTime() ? 'wait' : undefined
  const answer = { requestId: found.id, consentUrl: asked.consentUrl }
  if (signed || found.state !== 'awaiting_person') return answer
  // Refused, or too late: the page leads nowhere any more.
  const isOver = await look(needs, found).then(
    () => false,
    (error: unknown) => finalCodeOf(error) !== undefined,
  )
  return isOver ? undefined : answer
}

/** Takes the place for the request, so that nobody else makes it. @returns its id, or undefined when somebody has */
async function begin(needs: AskConsent, matter: Matter, fixed: Fixed): Promise<string | undefined> {
  const { id, userId, certType, purpose, signerId, documentId, baseRevision } = matter
  const createdAt = needs.now()
  const data = writeConsent({ fixed, attemptKey: randomUUID() })
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
  const requestId = id ?? randomUUID()
  const begun = await needs.errands.begin({
    ...{ id: requestId, userId, certType, purpose, signerId, documentId, baseRevision },
    ...{ data, createdAt, expiresAt },
    certificateId: null,
    state: 'awaiting_person',
    waitsFor: 'consent',
  })
  if (begun) return requestId
  // The place of one that has ended.
  const again =
    id !== undefined && (await needs.errands.advance(id, ['failed'], { state: 'awaiting_person', data, at: createdAt }))
  return again ? requestId : undefined
}

interface Asking {
  readonly id: string
  readonly matter: Matter
  readonly fixed: Fixed
  readonly person: OnDemandPerson
}

/** @returns undefined when another call has taken the place meanwhile */
async function askNow(needs: AskConsent, { id, matter, fixed, person }: Asking): Promise<AskedPerson | undefined> {
  const { digests, digestAlgorithm } = fixed
  const { fileName } = matter
  const message =
    fileName === undefined
      ? needs.texts.description(person.language, digests.length)
      : needs.texts.confirmation(person.language, fileName)
  const { errands, now } = needs
  try {
    const signer = await needs.providers.open(matter.userId, matter.certType)
    const { signed, ...asked } = await askAboutConsent(() =>
      signer.request({ person, digests, digestAlgorithm, message }),
    )
    await needs.reach('consent-asked')
    const cameAlong = signed && { signed: { signatures: signed.signatures, cameAlong: signed.revocation } }
    const data = writeConsent({ fixed, attemptKey: randomUUID(), asked, ...cameAlong })
    const state = signed ? 'confirmed' : 'awaiting_person'
    const kept = await errands.advance(id, ['awaiting_person'], { state, data, at: now() })
    return kept && { requestId: id, consentUrl: asked.consentUrl }
  } catch (error) {
    const outcomeCode = error instanceof PortalError ? error.code : 'INTERNAL'
    await errands.advance(id, ['awaiting_person'], { state: 'failed', outcomeCode, facts: factsOf(error), at: now() })
    throw error
  }
}
