/** People of a scene who stand in for one another. */
import type { DemoName, Scene } from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'

const DAY_MS = 24 * 60 * 60_000
const TIME_ZONE = 'Europe/Madrid'
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE })
/** A day of the time zone in which the substitutions here count. */
export const dayFromNow = (count: number): string => days.format(new Date(Date.now() + count * DAY_MS))

export interface SubstitutionWish {
  readonly kind?: 'delegation' | 'substitution' | 'assistant'
  readonly tags?: string[]
  readonly senders?: string[]
  /** The document that authorises the deputy. */
  readonly mandate?: string
  readonly formula?: string
  readonly from?: string
  readonly until?: string
}

/** @param scene asked each time: it is opened later */
export function openStandingIn(scene: () => Scene) {
  const callsOf = (who: DemoName) => scene().people[who].call
  const propose = async (principal: DemoName, deputy: DemoName, wish: SubstitutionWish = {}) => {
    const {
      kind = 'delegation',
      tags = [],
      senders = [],
      mandate,
      formula = 'on behalf of',
      from = dayFromNow(-1),
      until = dayFromNow(3),
    } = wish
    const { Guid } = await callsOf(principal).proposeSubstitution({
      body: {
        ...{ Deputy: deputy, Kind: kind, From: from, Until: until, TimeZone: TIME_ZONE },
        ...{ Tags: tags, Senders: senders, Formula: formula },
        ...(mandate !== undefined && { MandateGUID: mandate }),
      },
    })
    return Guid
  }
  const accept = (deputy: DemoName, substitutionGuid: string) =>
    callsOf(deputy).acceptSubstitution({ params: { substitutionGuid } })
  const end = (who: DemoName, substitutionGuid: string) =>
    callsOf(who).endSubstitution({ params: { substitutionGuid } })
  const actingFor = (substitution: string | undefined) =>
    substitution === undefined ? {} : { headers: { 'acting-for': substitution } }
  return {
    propose,
    accept,
    end,
    /** In force from now on. */
    standIn: async (principal: DemoName, deputy: DemoName, wish?: SubstitutionWish) => {
      const id = await propose(principal, deputy, wish)
      await accept(deputy, id)
      return id
    },
    /** Ends whatever is in force, so that tests do not see what others have left. */
    endAll: () =>
      scene().portal.server.database!.query(`update substitutions set ended_at = now(), ended_by = 'principal'`),
    /** What waits, as somebody sees it. */
    listOf: async (who: DemoName, substitution?: string) => {
      const call = { query: { PageNumber: '1', PageSize: '50' }, ...actingFor(substitution) }
      const found = await callsOf(who)
        .pendingDocuments(call)
        .catch((error: { status?: number }) => {
          // Nothing waits.
          if (error.status === 404) return { List: [] }
          throw error
        })
      return found.List.map(({ DocGUI }) => DocGUI)
    },
    sign: (
      who: DemoName,
      document: SentDocument,
      { substitution, as = who }: { substitution?: string; as?: DemoName },
    ) => {
      const { certificateId } = scene().people[as]
      return callsOf(who).sign({
        params: { type: 'keyvault', signerGuid: document.signers[0]!.guid },
        body: { CertGUID: certificateId, PIN: scene().people[as].pin, AccessMethod: 'USER_PASS' },
        headers: {
          'idempotency-key': crypto.randomUUID(),
          ...(substitution !== undefined && { 'acting-for': substitution }),
        },
      })
    },
    reject: (who: DemoName, document: SentDocument, substitution?: string) =>
      callsOf(who).rejectDocument({
        params: { signerGuid: document.signers[0]!.guid },
        body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
        ...actingFor(substitution),
      }),
    actingFor,
  }
}
