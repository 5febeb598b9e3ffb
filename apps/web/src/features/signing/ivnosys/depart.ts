import { keepErrand, type Errand } from '../../../shared/session/errand.ts'
import { copySession } from '../../../shared/session/tabs/copied-session.ts'
import { pageAt } from '../../../shared/session/page-address.ts'
import { wait } from '../../../shared/ui/status/wait.ts'
import { ivnosysCalls } from './ivnosys-calls.ts'
import { IvnosysSigning, type Departure, type IvnosysTask } from './ivnosys-signing.ts'

/** What of a signature stays the same on every way. */
type ErrandSubject = Omit<Errand, keyof Departure>

/**
 * Keeps what the way back needs, copies the session, and leads the browser to the provider (spec §4).
 * @throws {AddressInvalid} when the server named no page
 */
async function depart(
  subject: ErrandSubject,
  { address, secret, ...way }: Departure,
  isWanted: () => boolean,
): Promise<void> {
  const page = pageAt(address)
  keepErrand({ ...subject, ...way })
  await copySession(secret)
  if (isWanted()) location.assign(page)
}

/** The way to one signature in this page, or on in it after the browser has come back. */
export function signingOf(subject: ErrandSubject, how: Pick<IvnosysTask, 'confirms' | 'back'>): IvnosysSigning {
  return new IvnosysSigning({
    ...how,
    calls: ivnosysCalls(subject),
    wait,
    depart: (departure, isWanted) => depart(subject, departure, isWanted),
  })
}
