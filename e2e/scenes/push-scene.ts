/** Browsers that take notices: their push service is the sandbox's, which decrypts in their place. */
import type { Page } from '@playwright/test'
import type { DemoName, Scene } from '@rubrica/testing'

/**
 * The browsers of tests know no push service: the page subscribes at the sandbox's instead.
 * @param outcome of asking: the person allows or refuses it, or the browser reaches no push service
 */
export async function havePushService(
  page: Page,
  scene: Scene,
  name: DemoName,
  outcome: 'granted' | 'denied' | 'none' = 'granted',
) {
  const { PublicKey } = await scene.people[name].call.notificationSettings({})
  const answer = await fetch(`${scene.portal.sandbox.url}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serverKey: PublicKey }),
  })
  const subscription = (await answer.json()) as { id: string; endpoint: string }
  await page.addInitScript(`{
    const told = ${JSON.stringify(subscription)}
    const isOn = () => localStorage.getItem('test.subscribed') === 'yes'
    const subscription = {
      endpoint: told.endpoint,
      toJSON: () => told,
      unsubscribe: async () => (localStorage.removeItem('test.subscribed'), true),
    }
    let permission = localStorage.getItem('test.permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = '${outcome === 'denied' ? 'denied' : 'granted'}'
      localStorage.setItem('test.permission', permission)
      return permission
    }
    PushManager.prototype.getSubscription = async () => (isOn() ? subscription : null)
    PushManager.prototype.subscribe = async () => {
      if (${outcome === 'none'}) throw new DOMException('Registration failed', 'AbortError')
      localStorage.setItem('test.subscribed', 'yes')
      return subscription
    }
  }`)
  return subscription
}

/** What the push service has for a browser, decrypted; the oldest first. */
export async function pushedTo(scene: Scene, id: string): Promise<string[]> {
  const answer = await fetch(`${scene.portal.sandbox.url}/push/messages.json`)
  const { messages } = (await answer.json()) as { messages: { browser: string; text: string }[] }
  return messages.filter(({ browser }) => browser === id).map(({ text }) => text)
}
