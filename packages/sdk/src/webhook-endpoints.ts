import { ifVersion, queryOf, readPages, type Calls, type Surroundings } from './parts.ts'

export type Webhook = Awaited<ReturnType<Calls['webhookStatus']>>
/** With what its messages are verified: the secret of `v1`, or the public key of `v1a`. */
export type WebhookWithSecret = Awaited<ReturnType<Calls['createWebhook']>>
/** The address, and what it hears of: without more, of everything that happens to the caller's own documents. */
export type WebhookWish = Parameters<Calls['createWebhook']>[0]['body']
export type WebhookChange = Parameters<Calls['changeWebhook']>[0]['body']
export type MessageItem = Awaited<ReturnType<Calls['webhookMessages']>>['data'][number]
export type MessageFilters = Omit<
  NonNullable<Parameters<Calls['webhookMessages']>[0]['query']>,
  'cursor' | 'subscription'
>
/** Messages by their ids, those since a time, or those that never arrived. */
export type ReplayWish = Parameters<Calls['replayWebhook']>[0]['body']

/** Addresses at which a program is told what happens. For programs with the scope `webhooks`, and personal keys. */
export class Webhooks {
  readonly #calls: Calls
  readonly #query: { subscription?: string }

  constructor(surroundings: Pick<Surroundings, 'calls' | 'subscription'>) {
    this.#calls = surroundings.calls
    this.#query = queryOf(surroundings)
  }

  create(wish: WebhookWish): Promise<WebhookWithSecret> {
    return this.#calls.createWebhook({ query: this.#query, body: wish })
  }

  async list(): Promise<readonly Webhook[]> {
    return (await this.#calls.webhooks({ query: this.#query })).data
  }

  get(webhookId: string): Promise<Webhook> {
    return this.#calls.webhookStatus(this.#of(webhookId))
  }

  /** Changes what it hears of, or switches it on or off. @param webhook as it was when it was looked at */
  change({ guid, version }: Pick<Webhook, 'guid' | 'version'>, change: WebhookChange): Promise<Webhook> {
    return this.#calls.changeWebhook({ ...this.#of(guid), headers: ifVersion(version), body: change })
  }

  /** Nothing is sent to it any more, and what was is forgotten. */
  async delete(webhookId: string): Promise<void> {
    await this.#calls.deleteWebhook(this.#of(webhookId))
  }

  async secret(webhookId: string): Promise<string> {
    return (await this.#calls.webhookSecret(this.#of(webhookId))).secret
  }

  /** Gives it another secret. For a day messages are signed with both. */
  rotateSecret(webhookId: string): Promise<WebhookWithSecret> {
    return this.#calls.rotateWebhook(this.#of(webhookId))
  }

  /** Has a message sent that tells nothing but that messages arrive. @returns its id, for {@link message} */
  async test(webhookId: string): Promise<string> {
    return (await this.#calls.testWebhook(this.#of(webhookId))).guid
  }

  /** What was sent within 30 days, the newest first; pages are fetched as they are needed. */
  messages(webhookId: string, filters: MessageFilters = {}): AsyncGenerator<MessageItem, void> {
    const { params, query } = this.#of(webhookId)
    return readPages((page) => this.#calls.webhookMessages({ params, query: { ...query, ...filters, ...page } }))
  }

  /** A message with its body, and each try with the beginning of its answer. */
  message(webhookId: string, messageId: string): ReturnType<Calls['webhookMessage']> {
    return this.#calls.webhookMessage({ params: { webhookId, messageId }, query: this.#query })
  }

  /** Sends messages once more, with the ids and bodies that they had. @returns how many */
  async replay(webhookId: string, wish: ReplayWish): Promise<number> {
    return (await this.#calls.replayWebhook({ ...this.#of(webhookId), body: wish })).count
  }

  #of(webhookId: string) {
    return { params: { webhookId }, query: this.#query }
  }
}
