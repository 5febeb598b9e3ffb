/** Documents that a demo person has sent from the portal: one in each state. */
import { expect, type Page } from '@playwright/test'
import { makePdf, sendDocument, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { openAs } from './portal-scene.ts'

/** Who sends in these tests: Biel has the role of a sender, Ana manages, Carla has none. */
export const SENDER = 'biel'

/** Lines of the timeline without the mails, which leave when they can. */
export const happened = (page: Page) =>
  page.getByRole('region', { name: 'What happened' }).locator('li:not([data-type^="mail"])')

interface Wish {
  readonly fileName: string
  readonly signers: readonly object[]
  readonly description?: object
}

/** Sends as a person, with the token of the portal. */
export function sendAs(scene: Scene, name: DemoName, { fileName, signers, description = {} }: Wish) {
  return sendDocument(scene.portal.url, scene.people[name].token, {
    document: makePdf(),
    description: { fileName, senderName: 'Legal department', signers: signers as [{ userId: string }], ...description },
  })
}

export const REASON = 'The annex is of last year'

interface Sent {
  /** What all of their names begin with. */
  readonly prefix: string
  readonly open: string
  readonly rejected: string
}

/** As biel: one signed by one of three, one complete, one that waits for approvals, one rejected and one withdrawn. */
export async function sendSome(scene: Scene): Promise<Sent> {
  const prefix = `Sent ${crypto.randomUUID().slice(0, 4)}`
  const { ana, biel, carla } = scene.people
  const send = (name: string, signers: readonly object[], description = {}) =>
    sendAs(scene, SENDER, { fileName: `${prefix} ${name}.pdf`, signers, description })
  const deadline = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const open = await send(
    'lease',
    [
      { userId: 'ana', stage: 1 },
      { userId: 'biel', stage: 2 },
      { userId: 'carla', stage: 3, approvers: [{ userId: 'ana' }] },
    ],
    { description: 'The flat in Girona, from January on', tags: ['Housing', '2027'], deadline },
  )
  expect(await trySigning(ana, open.signers[0]!.guid)).toBe(204)
  const complete = await send('minutes', [{ userId: 'ana' }], { tags: ['Board'] })
  expect(await trySigning(ana, complete.signers[0]!.guid)).toBe(204)
  await send('order', [{ userId: 'carla', approvers: [{ userId: 'ana' }, { userId: 'biel' }] }])
  const rejected = await send('offer', [{ userId: 'carla' }, { userId: 'ana' }])
  await carla.call.rejectDocument({
    params: { signerGuid: rejected.signers[0]!.guid },
    body: { RejectionReason: REASON, AccessMethod: 'USER_PASS' },
  })
  const withdrawn = await send('draft', [{ userId: 'ana' }])
  await biel.call.cancelDocument({ params: { docGuid: withdrawn.guid }, body: { reason: 'Sent by mistake' } })
  return { prefix, open: open.guid, rejected: rejected.guid }
}

/** Opens the list of who sends, narrowed to a name. */
export const openSent = (page: Page, scene: Scene, prefix: string): Promise<void> =>
  openAs(page, scene, { name: SENDER, path: `/sent?name=${encodeURIComponent(prefix)}` })

/** The documents in the list: the rows of the table without its head. */
export const sentDocuments = (page: Page) =>
  page
    .getByRole('table', { name: 'Sent documents' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** The entry of the header. */
export const sentLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sent', exact: true })
