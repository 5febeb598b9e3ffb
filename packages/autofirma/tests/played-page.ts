/** A page that opens the application, in surroundings that the test plays. */
import { beforeEach } from 'vitest'
import type { AutofirmaConnection, AutofirmaStage } from '../src/connection.ts'
import { openAutofirma } from '../src/open-autofirma.ts'
import { playSurroundings, type Played } from './played-socket.ts'

/** Of the test which runs. */
export let played: Played
/** What the page of that test was told, in order. */
export let stages: AutofirmaStage[]

/** For the file that calls it. Files share this module, whose own hooks would hold for the first of them alone. */
export function playPageForEachTest(): void {
  beforeEach(() => {
    played = playSurroundings()
    stages = []
  })
}

export const open = (): Promise<AutofirmaConnection> =>
  openAutofirma({ around: played.around, onStage: (stage) => void stages.push(stage) })
