import { lazy, Suspense } from 'react'
import type { useSendingFrom } from '../../shared/sending/use-sending-from.ts'
import { isEmptyDraft } from './draft.ts'
import { DraftParts } from './draft-parts.tsx'
import { ConflictDialog } from './drafts/conflict-dialog.tsx'
import { DraftsList } from './drafts/drafts-list.tsx'
import { LeavingDialog } from './leaving-dialog.tsx'
import type { RenderPreview } from './preview/preview-dialog.tsx'
import { SendBar } from './send-bar.tsx'
import { SendHead } from './send-head.tsx'
import styles from './send.module.css'
import { useSendForm, type SendFormStart } from './use-send-form.ts'

const TemplateBar = lazy(() =>
  import('./templates/template-bar.tsx').then((module) => ({ default: module.TemplateBar })),
)

interface SendFormProps extends SendFormStart {
  sending: ReturnType<typeof useSendingFrom>
  renderPreview: RenderPreview
  /** The draft is opened anew. */
  onTake: () => void
}

/** What is put together, to be sent or to become a template. */
export function SendForm({ sending, renderPreview, onTake, ...start }: SendFormProps) {
  const { from } = start
  const { subscription, chosen } = sending
  const form = useSendForm(start, subscription)
  const { draft, template, keeper, means, uploads } = form
  return (
    <>
      <SendHead {...{ draft, sending, from }} onSaveAs={form.saveAsTemplate} />
      <div className={styles.parts}>
        {isEmptyDraft(draft) && form.id === undefined && <DraftsList subscription={subscription} from={from} />}
        <DraftParts {...{ draft, subscription, chosen, uploads, means }} onChange={form.setDraft} />
        {template ? (
          <Suspense>
            <TemplateBar
              {...{ draft, template, subscription, chosen }}
              onChange={form.changeTemplate}
              onBack={form.backToSend}
              onSaved={form.onTemplateSaved}
            />
          </Suspense>
        ) : (
          <SendBar {...{ draft, subscription, chosen, keeper, means, renderPreview }} onSent={() => keeper.close()} />
        )}
      </div>
      <LeavingDialog isChanged={form.isLosing} />
      <ConflictDialog
        keeper={keeper}
        onTake={() => {
          keeper.close()
          onTake()
        }}
      />
    </>
  )
}
