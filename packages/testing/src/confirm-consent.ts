import type { DemoName, Scene } from './open-scene.ts'

export type Decision = 'accept' | 'cancel'

/** Presses a button on the page to which Swisscom's stand-in sends people. */
export async function decideConsent(redirectUrl: string | null, decision: Decision = 'accept'): Promise<void> {
  if (redirectUrl === null) throw new Error('no page was named')
  const answer = await fetch(redirectUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision }),
  })
  if (answer.status !== 303) throw new Error(`the page of the consent answered ${answer.status}`)
}

/** The calls of a signature that a person confirms at Swisscom. */
export function swisscomCalls({ call }: Scene['people'][DemoName], signerGuid: string) {
  return {
    request: (body: { AcceptChanges?: boolean; AcceptedDisclaimer?: string } = {}) =>
      call.requestSwisscom({
        params: { signerGuid },
        body: { AccessMethod: 'USER_PASS', ...body },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    complete: (requestId: string) => call.completeSwisscom({ params: { signerGuid, requestId }, body: {} }),
  }
}

/** Asks, confirms and completes. */
export async function signBySwisscom(scene: Scene, name: DemoName, signerGuid: string): Promise<void> {
  const { request, complete } = swisscomCalls(scene.people[name], signerGuid)
  const { RedirectURL, RequestID } = await request()
  await decideConsent(RedirectURL)
  await complete(RequestID)
}
