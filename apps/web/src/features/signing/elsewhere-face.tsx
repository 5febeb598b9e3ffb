import { lazy, Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import { completeTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isFramed } from '../../shared/consent/own-window.ts'
import { rememberUsed } from '../../shared/subject/last-used.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import type { DialogFace } from '../../shared/ui/overlays/dialog.tsx'
import type { Accepted } from './before/accepted.ts'
import type { ElsewhereFlow } from './elsewhere-flow.ts'
import { isConfirmedEach, wayKey, wayName, type ElsewhereWay } from './choice/signing-ways.ts'
import type { Signing } from './use-signing.ts'

/** A flow comes when its way is chosen, and its texts with it. */
async function loadFlow<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), completeTexts('elsewhere')])
  return module
}

const FLOWS: Readonly<Record<ElsewhereWay['kind'], ComponentType<ElsewhereFlow>>> = {
  'on-demand': lazy(async () => ({
    default: (await loadFlow(() => import('./swisscom/swisscom-flow.tsx'))).SwisscomFlow,
  })),
  local: lazy(async () => ({
    default: (await loadFlow(() => import('./autofirma/autofirma-flow.tsx'))).AutofirmaFlow,
  })),
  errand: lazy(async () => ({ default: (await loadFlow(() => import('./ivnosys/ivnosys-flow.tsx'))).IvnosysFlow })),
}

const OwnWindowFlow = lazy(() =>
  import('./own-window/own-window-flow.tsx').then((module) => ({ default: module.OwnWindowFlow })),
)

const ConfirmedRunFlow = lazy(async () => {
  const [module] = await Promise.all([
    import('./confirmed-run/confirmed-run-flow.tsx'),
    completeTexts('runs', 'elsewhere'),
  ])
  return { default: module.ConfirmedRunFlow }
})

/**
 * In a frame of somebody else's page, which only a signing link is shown in, no provider's page and no application of
 * the PC opens. Swisscom has a window of its own anyway.
 */
const needsOwnWindow = ({ kind }: ElsewhereWay) => kind !== 'on-demand' && isFramed()

interface Surroundings extends Pick<ElsewhereFlow, 'place' | 'nextGuid'> {
  readonly accepted: Accepted
  /** What will be signed, where it was not shown before. */
  readonly toSign: ReactNode
  readonly onClose: () => void
}

type Frame = Parameters<ElsewhereFlow['onFrame']>[0]

/** What a way changes about the dialog, for as long as it is the chosen one. */
function useFrame(key: string): [ElsewhereFlow['onFrame'], Frame] {
  const [kept, setKept] = useState<{ readonly key: string; readonly frame: Frame }>({ key, frame: {} })
  const onFrame = useCallback((frame: Frame) => setKept({ key, frame }), [key])
  return [onFrame, kept.key === key ? kept.frame : {}]
}

/** What the dialog shows while it follows the steps of a way's own. */
export function useElsewhereFace(
  { stage, documents, several, pick, endElsewhere }: Signing,
  { accepted, place, nextGuid, toSign, onClose }: Surroundings,
): DialogFace {
  const t = useText()
  const [onFrame, frame] = useFrame(stage.at === 'elsewhere' ? wayKey(stage.way) : '')
  if (stage.at !== 'elsewhere') return { title: '' }
  const { way } = stage
  const end: ElsewhereFlow['onEnd'] = (outcome, isSeen) => {
    if (outcome.signed.length > 0) rememberUsed(wayKey(way))
    endElsewhere(outcome, isSeen)
  }
  const isRun = documents.length > 1 && isConfirmedEach(way)
  const Flow = isRun ? ConfirmedRunFlow : needsOwnWindow(way) ? OwnWindowFlow : FLOWS[way.kind]
  return {
    title: t('signing.withWay', { way: wayName(way) }),
    description: documents.length === 1 ? documents[0]?.FileName : t('batch.title', { count: documents.length }),
    ...frame,
    children: (
      <>
        {toSign}
        <Suspense fallback={<BusyStatus words={t('signing.preparingTitle')} />}>
          <Flow
            key={wayKey(way)}
            way={way}
            documents={documents}
            accepted={accepted}
            place={place}
            nextGuid={nextGuid}
            onChooseAgain={several ? () => pick(null) : null}
            onFrame={onFrame}
            onClose={onClose}
            onEnd={end}
          />
        </Suspense>
      </>
    ),
  }
}
