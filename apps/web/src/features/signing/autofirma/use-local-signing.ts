import { openAutofirma } from '@rubrica/autofirma'
import { browserSurroundings } from '@rubrica/autofirma/browser'
import { useState } from 'react'
import { portalConfig } from '../../../shared/api/portal-config.ts'
import { useStage } from '../../../shared/steps/use-stage.ts'
import { unselectDocuments } from '../../../shared/selection/selection-store.ts'
import { wait } from '../../../shared/ui/status/wait.ts'
import { attemptKeys } from '../run/attempt-keys.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { keepProgress } from '../run/keep-progress.ts'
import { localCalls } from './local-calls.ts'
import { LocalSigning } from './local-signing.ts'
import type { LocalStage, LocalTask } from './local-task.ts'
import { LOAD_WAIT_MS } from './local-times.ts'
import { signOnServer } from './sign-on-server.ts'

const openOnPc: LocalTask['open'] = (order) =>
  openAutofirma({
    ...order,
    around: browserSurroundings(portalConfig().autofirmaLauncher),
    times: { loadWaitMs: LOAD_WAIT_MS },
  })

/** The way to the signatures of these documents with the application on the PC, for as long as the dialog is there. */
export function useLocalSigning({ documents, accepted, place, onEnd }: ElsewhereFlow): [LocalSigning, LocalStage] {
  const [signing] = useState(
    () =>
      new LocalSigning({
        signerGuids: documents.map(({ SignerDTO }) => SignerDTO.SignerGUID),
        calls: localCalls(accepted),
        signOnServer,
        open: openOnPc,
        wait,
        keys: attemptKeys,
        place,
        // A reload in the middle finds selected what is left.
        onSigned: (guid) => unselectDocuments([guid]),
        // Only the list reports signing that was cut off.
        onProgress: (progress, guid) => {
          if (place === 'list') keepProgress(documents, progress, guid)
        },
      }),
  )
  return [signing, useStage(signing, { onEnd: (outcome) => onEnd(outcome, true) })]
}
