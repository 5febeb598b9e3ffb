import { randomUUID } from 'node:crypto'
import type { Clock } from '../keep-time.ts'
import { computeTotp } from './compute-totp.ts'

/** Messages and requests that are kept; older ones go. */
const MAX_MESSAGES = 100
const MAX_PUSHES = 50

export interface TextMessage {
  readonly id: string
  /** A phone number. */
  readonly to: string
  /** Who wrote: the name of a service. */
  readonly from: string
  readonly text: string
  /** When it came, ISO 8601. */
  readonly at: string
  /** The one-time code in the text. */
  readonly code?: string
}

export const DECISIONS = { accept: 'accepted', refuse: 'refused' } as const
export type Decision = keyof typeof DECISIONS
export type PushState = 'waiting' | (typeof DECISIONS)[Decision]

/** A request that somebody accepts or refuses on their phone. */
export interface Push {
  readonly id: string
  readonly provider: string
  readonly text: string
  readonly at: string
  readonly state: PushState
}

/** An authenticator app on the phone: it shows codes without anybody sending one. */
export interface AuthenticatorApp {
  readonly provider: string
  readonly user: string
  readonly secret: Uint8Array
}

/** A card with numbered codes, on paper: the first one is number 1. */
export interface CodeCard {
  readonly provider: string
  readonly user: string
  readonly codes: readonly string[]
}

export interface AppCode {
  readonly provider: string
  readonly user: string
  readonly code: string
  readonly expiresAt: string
}

/** One phone for everybody in the demo: text messages, requests to accept, authenticator apps, cards in its cover. */
export interface Phone {
  /** Newest first. */
  messages(): readonly TextMessage[]
  /** Newest first. */
  pushes(): readonly Push[]
  apps(): readonly AppCode[]
  cards(): readonly CodeCard[]
  receive(message: { to: string; from: string; text: string; code?: string | undefined }): TextMessage
  push(request: { provider: string; text: string }): Push
  findPush(id: string): Push | undefined
  /** @returns undefined when there is no such request; one that was decided before stays as it is */
  decide(id: string, decision: Decision): Push | undefined
  install(app: AuthenticatorApp): void
  hold(card: CodeCard): void
  /** Calls back after every message, request and decision, until the returned function is called. */
  onChange(listener: () => void): () => void
  /** Forgets messages and requests; the apps and cards stay. */
  clear(): void
}

export function createPhone(clock: Clock): Phone {
  const messages: TextMessage[] = []
  const pushes: Push[] = []
  const apps: AuthenticatorApp[] = []
  const cards: CodeCard[] = []
  const listeners = new Set<() => void>()
  const changed = (): void => listeners.forEach((listener) => listener())
  const findPush = (id: string): Push | undefined => pushes.find((push) => push.id === id)
  const add = <Item>(list: Item[], item: Item, limit: number): Item => {
    list.unshift(item)
    list.splice(limit)
    changed()
    return item
  }
  const stamp = () => ({ id: randomUUID(), at: new Date(clock.now()).toISOString() })
  return {
    messages: () => messages,
    pushes: () => pushes,
    cards: () => cards,
    apps: () => apps.map((app) => showApp(app, clock.now())),
    receive: ({ code, ...rest }) => {
      const message = { ...stamp(), ...rest, ...(code === undefined ? {} : { code }) }
      return add(messages, message, MAX_MESSAGES)
    },
    push: (request) => add(pushes, { ...stamp(), ...request, state: 'waiting' }, MAX_PUSHES),
    findPush,
    decide(id, decision) {
      const push = findPush(id)
      if (push?.state !== 'waiting') return push
      const decided = { ...push, state: DECISIONS[decision] }
      pushes[pushes.indexOf(push)] = decided
      changed()
      return decided
    },
    install: (app) => void apps.push(app),
    hold: (card) => void cards.push(card),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      messages.splice(0)
      pushes.splice(0)
      changed()
    },
  }
}

function showApp({ provider, user, secret }: AuthenticatorApp, now: number): AppCode {
  const { code, expiresAt } = computeTotp(secret, now)
  return { provider, user, code, expiresAt: new Date(expiresAt).toISOString() }
}
