/** Providers that make a certificate for one signature, once a person has confirmed it there. */
import { mergeEvidence } from '@rubrica/pki'
import { parsePrepared, serialisePrepared } from '@rubrica/pades'
import { DatabaseErrandStore } from '../adapters/database/errands/errand-store.ts'
import { openEvidenceStore } from '../adapters/database/archiving/evidence-store.ts'
import { keepMadeCertificate } from '../adapters/database/certificates/insert-made-certificate.ts'
import { openOnDemandPeople } from '../adapters/database/on-demand/on-demand-people.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import { openCmsJudge } from '../adapters/signatures/judge-cms.ts'
import type { TrustedWork } from './archiving.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'
import type { MadeKeys } from '../modules/grants/made-keys.ts'
import { askConsent, type AskConsent } from '../modules/on-demand/ask-consent.ts'
import { followConsent } from '../modules/on-demand/follow-consent.ts'
import { openProvider } from '../modules/on-demand/open-provider.ts'
import type { ShowIdentity } from '../modules/on-demand/show-identity.ts'
import type { SignOnDemand } from '../modules/on-demand/sign-on-demand.ts'
import { signWithCms, type SignWithCms } from '../modules/signing/make/sign-with-cms.ts'
import { mayUse } from '../modules/users/may-use.ts'

export type OnDemandPorts = SignOnDemand & ShowIdentity & MadeKeys

interface Beside {
  readonly trust: TrustedWork['trust']
  readonly store: MadeKeys['store']
}

export function composeOnDemand(foundation: Foundation, signing: SigningPorts, beside: Beside): OnDemandPorts {
  const { trust, store } = beside
  const { database, serverKeys, replica, now } = foundation
  const users = new DatabaseUserStore(database)
  const granted = (userId: string, flag: string) => mayUse(users, userId, flag)
  const asking: AskConsent = {
    errands: new DatabaseErrandStore(database, serverKeys, replica.instance),
    providers: { open: (userId, certType) => openProvider({ all: foundation.providers, granted }, userId, certType) },
    people: openOnDemandPeople(database),
    texts: signing.texts,
    reach: signing.reach,
    leaseMs: signing.leaseMs,
    now,
  }
  return {
    store,
    now,
    providers: asking.providers,
    onDemand: asking.providers,
    people: asking.people,
    consents: {
      ask: (matter, fix) => askConsent(asking, matter, fix),
      follow: (request, use) => followConsent(asking, request, use),
    },
    files: signing.files,
    unknownHolders: signing.unknownHolders,
    documents: signWithCms({
      ...signing,
      bytesOf: { write: serialisePrepared, read: parsePrepared },
      keepProofs: keepProofs(foundation),
    }),
    keepCertificate: (certificate) => keepMadeCertificate(database, certificate),
    judge: openCmsJudge({ trustAnchors: trust.anchors, timestampAnchors: trust.timestampAnchors, now }),
  }
}

/** Among the evidence of the document, where its long-term form finds it without asking anybody. */
function keepProofs({ database, objects, now }: Foundation): SignWithCms['keepProofs'] {
  const store = openEvidenceStore(database, objects)
  return async ({ key, revision }, { crls, ocsps }) => {
    if (crls.length === 0 && ocsps.length === 0) return
    const known = await store.load(key.documentId)
    const evidence = mergeEvidence(known, { certificates: [], crls, ocsps })
    await store.keep({ key, revision, evidence, at: now() })
  }
}
