import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { classNames } from '../class-names.ts'
import { DialogActions } from './dialog-actions.tsx'
import styles from './dialog.module.css'
import { rescueFocus } from '../focus/rescue-focus.ts'
import { Toasts } from './toasts.tsx'

interface DialogProps {
  open: boolean
  /** Called on Escape, not while `busy`; and on a press outside, where that is allowed. */
  onClose: () => void
  title: ReactNode
  /** One line under the title: what happens next. */
  description?: ReactNode
  /** The buttons, least important first. */
  actions?: ReactNode
  /** Work goes on that must not be left half-way: Escape does nothing. */
  busy?: boolean
  /** An alert demands an answer. */
  alert?: boolean
  /**
   * Nothing is begun in it that a press outside could undo: it only shows something, or what is chosen in it holds at
   * once. Such a press closes it then. Any other stays, since people press outside by accident, as on their way from a
   * question of the browser's back to the page.
   */
  light?: boolean
  /** `full` takes the window; its content has to scroll by itself. */
  size?: 'medium' | 'wide' | 'full'
  /** Makes the content a form; Enter submits it. */
  onSubmit?: () => void
  children?: ReactNode
}

/** What a dialog shows, apart from that it is open. */
export type DialogFace = Omit<DialogProps, 'open' | 'onClose'>

/**
 * A modal dialog over the native `<dialog>`: the browser keeps focus inside, makes the page inert and gives focus back
 * to where it came from. A sheet at the bottom on phones. Its children exist only while it is open.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, busy, alert, light } = props
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (!dialog || dialog.open === open) return
    if (open) {
      dialog.showModal()
      return
    }
    dialog.close()
    // What opened it may be gone, as the row of a thing just deleted.
    rescueFocus()
  }, [open])
  // Taken off the page while open: closing it first gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => {
      if (!dialog?.open) return
      dialog.close()
      // Once the rest of the screen has changed too: what opened it may be about to go, or to be disabled.
      queueMicrotask(rescueFocus)
    }
  }, [])

  const onCancel = (event: SyntheticEvent) => {
    // A file field inside says "cancel" too, when its picker is left without a new file.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={element}
      className={classNames(styles.dialog, props.size && styles[props.size])}
      aria-labelledby={`${id}-title`}
      aria-describedby={props.description === undefined ? undefined : `${id}-description`}
      role={alert ? 'alertdialog' : undefined}
      onCancel={onCancel}
      // The browser closes it by itself on a second Escape, whatever onCancel says.
      onClose={(event) => {
        if (open && !event.currentTarget.open) onClose()
      }}
      onPointerDown={(event) => {
        // A press outside first closes what is open inside, such as a calendar.
        const isOutside = event.target === event.currentTarget && !event.currentTarget.querySelector(':popover-open')
        if (light && isOutside) onClose()
      }}
    >
      {open && <DialogContent {...props} id={id} />}
      {open && <Toasts inDialog />}
    </dialog>
  )
}

function DialogContent({ id, title, description, actions, onSubmit, children }: DialogProps & { id: string }) {
  const content = (
    <>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {description !== undefined && (
          <p id={`${id}-description`} className="muted">
            {description}
          </p>
        )}
      </div>
      {children}
      {actions && <DialogActions>{actions}</DialogActions>}
    </>
  )
  if (!onSubmit) return <div className={styles.body}>{content}</div>
  return (
    <form
      className={styles.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {content}
    </form>
  )
}
