import { completeTexts } from '../../shared/i18n/language.ts'
import type * as screens from './sender-screens.ts'
import { shell } from './shell.ts'

/** Of the screens of senders: what most people never open has its texts in a file of its own. */
export const ofSenders = { layout: shell, enter: () => completeTexts('sending') } as const

type Screens = typeof screens

/** A screen that few people open, and those not often. */
export const senderScreen =
  <N extends keyof Screens>(name: N) =>
  () =>
    import('./sender-screens.ts').then((screens): unknown => screens[name]()) as ReturnType<Screens[N]>
