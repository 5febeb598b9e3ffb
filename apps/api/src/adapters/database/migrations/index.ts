import type { SchemaStep } from '../migrate.ts'
import { up as initial } from './m0001-initial.ts'
import { up as approvals } from './m0002-approvals.ts'
import { up as notifyApprovers } from './m0003-tell-approvers.ts'
import { up as providers } from './m0004-providers.ts'
import { up as tokenGenerations } from './m0005-token-generations.ts'
import { up as archives } from './m0006-archives.ts'
import { up as logins } from './m0007-logins.ts'
import { up as recoveries } from './m0008-recoveries.ts'
import { up as authorisations } from './m0009-authorisations.ts'
import { up as awayTransactions } from './m0010-away-transactions.ts'
import { up as namesThatStay } from './m0012-names-that-stay.ts'
import { up as acceptedDisclaimers } from './m0013-accepted-disclaimers.ts'
import { up as replicas } from './m0014-replicas.ts'
import { up as strandedArchives } from './m0015-stranded-archives.ts'
import { up as deliveryAndWords } from './m0016-delivery-and-words.ts'
import { up as pageSizes } from './m0017-page-sizes.ts'
import { up as sortedNames } from './m0018-sorted-names.ts'
import { up as oneWordPerThing } from './m0019-one-word-per-thing.ts'
import { up as history } from './m0020-history.ts'
import { up as stages } from './m0021-stages.ts'
import { up as dispatches } from './m0022-dispatches.ts'
import { up as programs } from './m0023-programs.ts'
import { up as senderNews } from './m0024-sender-news.ts'
import { up as changes } from './m0026-changes.ts'
import { up as drafts } from './m0027-drafts.ts'
import { up as sentList } from './m0028-sent-list.ts'
import { up as guests } from './m0030-guests.ts'
import { up as sameFiles } from './m0033-same-files.ts'
import { up as removedSigners } from './m0034-removed-signers.ts'
import { up as copies } from './m0035-copies.ts'
import { up as askedOfSigners } from './m0036-asked-of-signers.ts'
import { up as templates } from './m0037-templates.ts'
import { up as bulkSends } from './m0039-bulk-sends.ts'
import { up as signingLinks } from './m0040-signing-links.ts'
import { up as foundAtOnce } from './m0041-found-at-once.ts'
import { up as contacts } from './m0042-contacts.ts'
import { up as lostCopiesAndTemplates } from './m0043-lost-copies-and-templates.ts'
import { up as accountsOfGuests } from './m0044-accounts-of-guests.ts'
import { up as invitationsOfLinks } from './m0045-invitations-of-links.ts'
import { up as knownAddresses } from './m0046-known-addresses.ts'
import { up as viewsOfEachRevision } from './m0047-views-of-each-revision.ts'
import { up as headsOfATree } from './m0048-heads-of-a-tree.ts'
import { up as whoVouched } from './m0049-who-vouched.ts'
import { up as evidenceFiles } from './m0050-evidence-files.ts'
import { up as evidenceOfNobody } from './m0051-evidence-of-nobody.ts'
import { up as verificationCodes } from './m0052-verification-codes.ts'
import { up as headsBySize } from './m0053-heads-by-size.ts'
import { up as installationLog } from './m0054-installation-log.ts'
import { up as whoIsToldWhat } from './m0055-who-is-told-what.ts'
import { up as sealsAndApproversViews } from './m0056-seals-and-approvers-views.ts'
import { up as serverKeys } from './m0057-server-keys.ts'
import { up as releasedObjects } from './m0058-released-objects.ts'
import { up as auditVerified } from './m0060-audit-verified.ts'
import { up as rolesOfReplicas } from './m0061-roles-of-replicas.ts'
import { up as releaseOfSchema } from './m0062-release-of-schema.ts'
import { up as callCounts } from './m0063-call-counts.ts'
import { up as jobsInHand } from './m0064-jobs-in-hand.ts'
import { up as installation } from './m0065-installation.ts'
import { up as webhooks } from './m0066-webhooks.ts'
import { up as partyNews } from './m0067-party-news.ts'
import { up as mails } from './m0068-mails.ts'
import { up as reminders } from './m0069-reminders.ts'
import { up as signingRuns } from './m0070-signing-runs.ts'
import { up as notices } from './m0072-notices.ts'
import { up as secondFactors } from './m0073-second-factors.ts'
import { up as substitutions } from './m0074-substitutions.ts'
import { up as confirmedOneByOne } from './m0075-confirmed-one-by-one.ts'
import { up as delegable } from './m0076-delegable.ts'
import { up as deputiesTold } from './m0077-deputies-told.ts'
import { up as passingOn } from './m0078-passing-on.ts'
import { up as bulkReplacing } from './m0079-bulk-replacing.ts'
import { up as localRuns } from './m0080-local-runs.ts'
import { up as gatheredMails } from './m0081-gathered-mails.ts'
import { up as announcedSubstitutions } from './m0082-announced-substitutions.ts'
import { up as expiringCertificates } from './m0083-expiring-certificates.ts'
import { up as escalation } from './m0084-escalation.ts'
import { up as mandates } from './m0085-mandates.ts'
import { up as preparedOffices } from './m0086-prepared-offices.ts'
import { up as toldOfAsked } from './m0087-told-of-asked.ts'
import { up as remarks } from './m0088-remarks.ts'
import { up as chosenWebhooks } from './m0089-chosen-webhooks.ts'

/** Every migration in the order of its number; a released one is never edited. */
export const migrations: Record<string, SchemaStep> = {
  '0001-initial': { up: initial },
  '0002-approvals': { up: approvals },
  '0003-tell-approvers': { up: notifyApprovers },
  '0004-providers': { up: providers },
  '0005-token-generations': { up: tokenGenerations },
  '0006-archives': { up: archives },
  '0007-logins': { up: logins },
  '0008-recoveries': { up: recoveries },
  '0009-authorisations': { up: authorisations },
  '0010-away-transactions': { up: awayTransactions },
  '0012-names-that-stay': { up: namesThatStay },
  '0013-accepted-disclaimers': { up: acceptedDisclaimers },
  '0014-replicas': { up: replicas },
  '0015-stranded-archives': { up: strandedArchives },
  '0016-delivery-and-words': { up: deliveryAndWords },
  '0017-page-sizes': { up: pageSizes },
  '0018-sorted-names': { up: sortedNames },
  '0019-one-word-per-thing': { up: oneWordPerThing },
  '0020-history': { up: history },
  '0021-stages': { up: stages },
  '0022-dispatches': { up: dispatches },
  '0023-programs': { up: programs },
  '0024-sender-news': { up: senderNews },
  '0026-changes': { up: changes },
  '0027-drafts': { up: drafts },
  '0028-sent-list': { up: sentList },
  '0030-guests': { up: guests },
  '0033-same-files': { up: sameFiles },
  '0034-removed-signers': { up: removedSigners },
  '0035-copies': { up: copies },
  '0036-asked-of-signers': { up: askedOfSigners },
  '0037-templates': { up: templates },
  '0039-bulk-sends': { up: bulkSends },
  '0040-signing-links': { up: signingLinks },
  '0041-found-at-once': { up: foundAtOnce },
  '0042-contacts': { up: contacts },
  '0043-lost-copies-and-templates': { up: lostCopiesAndTemplates },
  '0044-accounts-of-guests': { up: accountsOfGuests },
  '0045-invitations-of-links': { up: invitationsOfLinks },
  '0046-known-addresses': { up: knownAddresses },
  '0047-views-of-each-revision': { up: viewsOfEachRevision },
  '0048-heads-of-a-tree': { up: headsOfATree },
  '0049-who-vouched': { up: whoVouched },
  '0050-evidence-files': { up: evidenceFiles },
  '0051-evidence-of-nobody': { up: evidenceOfNobody },
  '0052-verification-codes': { up: verificationCodes },
  '0053-heads-by-size': { up: headsBySize },
  '0054-installation-log': { up: installationLog },
  '0055-who-is-told-what': { up: whoIsToldWhat },
  '0056-seals-and-approvers-views': { up: sealsAndApproversViews },
  '0057-server-keys': { up: serverKeys },
  '0058-released-objects': { up: releasedObjects },
  '0060-audit-verified': { up: auditVerified },
  '0061-roles-of-replicas': { up: rolesOfReplicas },
  '0062-release-of-schema': { up: releaseOfSchema },
  '0063-call-counts': { up: callCounts, worksFrom: '0062' },
  '0064-jobs-in-hand': { up: jobsInHand, worksFrom: '0062' },
  '0065-installation': { up: installation, worksFrom: '0062' },
  '0066-webhooks': { up: webhooks, worksFrom: '0062' },
  '0067-party-news': { up: partyNews, worksFrom: '0062' },
  '0068-mails': { up: mails, worksFrom: '0062' },
  '0069-reminders': { up: reminders, worksFrom: '0062' },
  '0070-signing-runs': { up: signingRuns, worksFrom: '0062' },
  '0072-notices': { up: notices, worksFrom: '0062' },
  '0073-second-factors': { up: secondFactors, worksFrom: '0062' },
  '0074-substitutions': { up: substitutions, worksFrom: '0062' },
  '0075-confirmed-one-by-one': { up: confirmedOneByOne, worksFrom: '0062' },
  '0076-delegable': { up: delegable, worksFrom: '0062' },
  '0077-deputies-told': { up: deputiesTold, worksFrom: '0062' },
  '0078-passing-on': { up: passingOn, worksFrom: '0062' },
  '0079-bulk-replacing': { up: bulkReplacing, worksFrom: '0062' },
  '0080-local-runs': { up: localRuns, worksFrom: '0062' },
  '0081-gathered-mails': { up: gatheredMails, worksFrom: '0062' },
  '0082-announced-substitutions': { up: announcedSubstitutions, worksFrom: '0062' },
  '0083-expiring-certificates': { up: expiringCertificates, worksFrom: '0062' },
  '0084-escalation': { up: escalation, worksFrom: '0062' },
  '0085-mandates': { up: mandates, worksFrom: '0062' },
  '0086-prepared-offices': { up: preparedOffices, worksFrom: '0062' },
  '0087-told-of-asked': { up: toldOfAsked, worksFrom: '0062' },
  '0088-remarks': { up: remarks, worksFrom: '0062' },
  '0089-chosen-webhooks': { up: chosenWebhooks, worksFrom: '0062' },
}
