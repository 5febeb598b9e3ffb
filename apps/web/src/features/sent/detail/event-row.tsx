import {
  BellRing,
  MailCheck,
  CalendarClock,
  Circle,
  CircleCheck,
  CircleCheckBig,
  CircleX,
  Download,
  Eraser,
  Eye,
  Link2,
  Megaphone,
  MessageCircleQuestion,
  Pencil,
  PenLine,
  QrCode,
  Send,
  ShieldAlert,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  UserPen,
  UserRoundCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { EventType } from '../words/event-types.ts'
import { useChangeWords } from '../words/change-words.ts'
import type { TimelineEntry } from './gather-events.ts'
import styles from './timeline-card.module.css'
import { TimelineRow } from './timeline-row.tsx'
import { useEntryWords } from './use-entry-words.ts'

const ICONS: Readonly<Record<EventType, LucideIcon>> = {
  'document-sent': Send,
  'page-served': Eye,
  'document-downloaded': Download,
  'signature-started': PenLine,
  'signature-failed': TriangleAlert,
  'signature-value-destroyed': Eraser,
  'document-signed': PenLine,
  'document-approved': CircleCheckBig,
  'document-rejected': CircleX,
  'document-completed': CircleCheck,
  'document-archived': ShieldCheck,
  'archive-failed': ShieldAlert,
  'document-expired': CalendarClock,
  'document-cancelled': Undo2,
  'document-changed': Pencil,
  'signer-replaced': UserPen,
  'signer-passed-on': UserPen,
  'passing-asked': MessageCircleQuestion,
  'passing-declined': UserX,
  'passing-withdrawn': Undo2,
  'person-reminded': BellRing,
  'escalation-told': Megaphone,
  'guest-proved': MailCheck,
  'guest-became-account': UserRoundCheck,
  'signing-link-opened': Link2,
  'verification-changed': QrCode,
  other: Circle,
}

/** Something that happened to the document, with what was changed and the reason that was given. */
export function EventRow({ entry }: { entry: TimelineEntry }) {
  const words = useEntryWords()
  const changeWords = useChangeWords()
  return (
    <TimelineRow icon={ICONS[entry.type]} type={entry.type} words={words(entry)} at={entry.at}>
      {changeWords(entry.changes).map((line) => (
        <p key={line} className={styles.more}>
          {line}
        </p>
      ))}
      {entry.reason && <q className={styles.reason}>{entry.reason}</q>}
    </TimelineRow>
  )
}
