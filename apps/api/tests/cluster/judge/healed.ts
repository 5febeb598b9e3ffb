import { isDone } from '../clients/answers.ts'
import type { Evidence, Invariant } from './evidence.ts'
import { groupBy } from './group-by.ts'

const LONG_TERM = 'PAdES-BASELINE-LTA'

/** I7: once everything runs again nobody is left signing, nothing is stuck, and what is completed is long-term. */
export const heals: Invariant = ({ signers, documents, archives, stuck }) => {
  const archiveOf = new Map(archives.map((archive) => [archive.documentId, archive]))
  const signing = signers
    .filter(({ state }) => state === 'signing')
    .map(({ id }) => ({ invariant: 'I7', about: id, says: 'is still signing' }))
  const unfinished = documents
    .filter(({ state }) => state === 'completed')
    .flatMap(({ id }) => {
      const { state, level } = archiveOf.get(id) ?? { state: 'missing', level: 'none' }
      const isLongTerm = state === 'done' && level === LONG_TERM
      return isLongTerm ? [] : [{ invariant: 'I7', about: id, says: `its long-term form is ${state}, at ${level}` }]
    })
  return [...signing, ...unfinished, ...stuck.map((says) => ({ invariant: 'I7', about: 'rubrica stuck', says }))]
}

/** Documents of the clients, which the server's own (those of the demonstration) are not. */
const sentByClients = ({ documents, history }: Evidence) => {
  const names = new Set(history.map(({ fileName }) => fileName))
  return documents.filter(({ fileName }) => names.has(fileName))
}

/**
 * I8: who was called and waits has a mail about it, and so has everybody of whom the server says so; who never was called
 * has none. Who acts before the mail is written needs none.
 */
export const tellsWhoIsCalled: Invariant = (evidence) => {
  const signersOf = groupBy(evidence.signers, ({ documentId }) => documentId)
  const told = new Set(evidence.mails.flatMap(({ to, fileNames }) => fileNames.map((name) => `${to} ${name}`)))
  return sentByClients(evidence).flatMap(({ id, fileName }) =>
    signersOf(id).flatMap(({ id: about, email, state, wasCalled, wasTold }) => {
      const isTold = told.has(`${email} ${fileName}`)
      if (isTold && !wasCalled) return [{ invariant: 'I8', about, says: 'has a mail, and was not called' }]
      if (isTold) return []
      if (wasTold) return [{ invariant: 'I8', about, says: 'has no mail, and the server says that there is one' }]
      const waits = wasCalled && state === 'pending'
      return waits ? [{ invariant: 'I8', about, says: 'was called, waits, and has no mail' }] : []
    }),
  )
}

/** Wrong PINs that lock a key. */
const TRIES = 5

/** I9: all servers together accept five wrong PINs, the fifth locks, and a locked key does not sign. */
export const boundsGuesses: Invariant = ({ history, vaultKeys }) => {
  const guessesOf = groupBy(
    history.filter(({ op }) => op === 'guess'),
    ({ certificate }) => String(certificate),
  )
  return vaultKeys.flatMap(({ certificateId: about, failures, isLocked }) => {
    const guesses = guessesOf(about)
    const wrong = guesses.filter(({ code, isEarlierAnswer }) => code === 'WRONG_PIN' && !isEarlierAnswer).length
    const faults = [
      // The fifth wrong PIN is answered with the lock itself.
      wrong > TRIES - 1 && `${wrong} guesses were told that they are wrong`,
      failures > TRIES && `${failures} wrong PINs are counted`,
      wrong > failures && `${wrong} guesses were answered and ${failures} are counted`,
      guesses.some(isDone) && 'a wrong PIN has signed',
      isLocked !== failures >= TRIES && `${failures} wrong PINs are counted and the lock is ${isLocked}`,
    ]
    return faults.filter((says) => says !== false).map((says) => ({ invariant: 'I9', about, says }))
  })
}

/** I10: no object is deleted that a row names. */
export const keepsNamedObjects: Invariant = ({ deleted, named }) => {
  const names = new Set(named)
  return deleted.filter((id) => names.has(id)).map((about) => ({ invariant: 'I10', about, says: 'was deleted' }))
}
