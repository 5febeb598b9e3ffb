/** What people change of themselves. */
import { DatabaseProfileStore } from './adapters/database/profile-store.ts'
import { Argon2Passwords } from './adapters/passwords/argon2-passwords.ts'
import type { PdfWorkers } from './adapters/pdf-workers/open-pdf-workers.ts'
import { openSignaturePictures } from './adapters/signature-pictures/open-signature-pictures.ts'
import type { Foundation } from './compose-foundation.ts'
import type { UpdateProfile } from './modules/users/update-profile.ts'

export function composeProfile({ database, log }: Foundation, workers: PdfWorkers): UpdateProfile {
  const passwords = new Argon2Passwords()
  return {
    profiles: new DatabaseProfileStore(database),
    pictures: openSignaturePictures(workers.pages),
    hashPassword: (password) => passwords.hash(password),
    log: log.child({ name: 'profile' }),
  }
}
