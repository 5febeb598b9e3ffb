import { sql } from 'kysely'

/**
 * Whether the document ever came to a signer (the row of `signers` at hand). It does not when it ends before their
 * approvers have accepted and everybody of the stages before has signed: what an approver rejected is not there for the
 * signer, however it ended. Of who was replaced or removed it was never there.
 */
export const WAS_CALLED = `(signers.state not in ('waiting', 'cancelled', 'replaced', 'removed') or signers.state = 'cancelled'
  and (signers.called_at is not null or not exists (
    select 1 from approvers as holding where holding.signer_id = signers.id and holding.state <> 'accepted')
  and not exists (
    select 1 from signers as earlier where earlier.document_id = signers.document_id
      and earlier.stage < signers.stage and earlier.state not in ('signed', 'replaced', 'removed'))))`

/** The same, for statements that are put together. */
export const wasCalled = sql.raw<boolean>(WAS_CALLED)
