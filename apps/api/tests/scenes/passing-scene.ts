/** People who are asked to sign and name somebody else, and senders who answer them. */
import type { SentDocument } from '@rubrica/contract'
import type { DemoName, Scene } from '@rubrica/testing'
import type { changingScene } from './changing-scene.ts'

type Policy = 'no' | 'asked' | 'yes'
type Named = Parameters<Scene['send']>[0]['signers']

/** @param changing the scene, which is opened later */
export function openPassing({
  opened,
  ask,
  statusOf,
}: Pick<ReturnType<typeof changingScene>, 'opened' | 'ask' | 'statusOf'>) {
  const send = (passingOn: Policy, signers: Named = ['ana'], more: object = {}) =>
    opened().send({ signers, description: { fileName: 'plan.pdf', passingOn, ...more } })

  const callsOf = (who: DemoName) => opened().people[who].call
  const idOf = (who: DemoName) => opened().people[who].userId
  const slotOf = ({ signers }: Pick<SentDocument, 'signers'>, who: DemoName) =>
    signers.find(({ userId, state }) => userId === who && state !== 'replaced')!.guid

  async function passOn(who: DemoName, document: SentDocument, to: DemoName, Reason = 'It is his project') {
    const params = { signerGuid: slotOf(document, who) }
    const { Outcome } = await callsOf(who).passOn({ params, body: { Person: idOf(to), Reason } })
    return Outcome
  }

  const find = (who: DemoName, document: SentDocument, Named: string) =>
    callsOf(who).findSuccessor({ params: { signerGuid: slotOf(document, who) }, body: { Named } })
  const keep = (who: DemoName, document: SentDocument) =>
    callsOf(who).keepSlot({ params: { signerGuid: slotOf(document, who) } })
  const requestOf = async (who: DemoName, document: SentDocument) =>
    (await callsOf(who).passingRequest({ params: { signerGuid: slotOf(document, who) } })).Asked

  const answer = (document: SentDocument, body: object, headers: Readonly<Record<string, string>> = {}) =>
    ask(`documents/${document.guid}/signers/${slotOf(document, 'ana')}/passing`, { method: 'POST', body, headers })

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'NONE',
      ({ code }: { code: string }) => code,
    )

  const eventsOf = async ({ guid }: SentDocument) =>
    ((await ask(`documents/${guid}/events`)).body as { data: { type: string; reason: string; changes: object[] }[] })
      .data

  const standingOf = async ({ guid }: SentDocument) =>
    (await statusOf(guid)).signers.map(({ userId, state }) => `${userId} ${state}`)

  return { send, callsOf, idOf, slotOf, passOn, find, keep, requestOf, answer, codeOf, eventsOf, standingOf }
}
