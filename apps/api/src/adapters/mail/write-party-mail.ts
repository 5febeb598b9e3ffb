/** The mail that tells who was asked to sign or approve documents that they are over. */
import type { Catalogue } from '@rubrica/locales/node'
import type { EndedState, PartyMail, PartyNews } from '../../modules/notifications/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import type { PortalEntry } from '../../ports/portal-entry.ts'
import type { MailWords } from './compose-mail.ts'
import { fillText } from './fill-text.ts'
import { note, type Block, type ListItem } from './letter/letter.ts'
import { CHOICES, writeNews } from './write-news.ts'

const EVENTS: readonly EndedState[] = ['completed', 'rejected', 'cancelled', 'expired']

type Texts = Catalogue['mail']['toParty']

export function writePartyMail(
  { language, texts: all }: MailWords,
  mail: PartyMail,
  portalEntry: PortalEntry,
): MailMessage {
  const texts = all.toParty
  return writeNews(
    { language, texts, events: EVENTS },
    {
      ...{ id: `to-party.${mail.id}`, person: mail.person, news: mail.news },
      describe: (one) => describe(texts, one),
      isFirst: ({ event }) => event !== 'completed',
      // Who has no account has no choice.
      end: mail.isGuest ? [] : [...wayTo(texts, mail, portalEntry), note(all.choose, portalEntry(CHOICES))],
    },
  )
}

function describe(texts: Texts, { event, part, fileName, actorName }: PartyNews): ListItem {
  const line = fillText(texts[event], { file: fileName, person: actorName })
  if (event === 'completed') return { line }
  return { line, further: part === 'asked' ? texts.nothing : texts.incomplete }
}

/** To what they signed or approved, which stays in a list of theirs; the rest leads nowhere any more. */
function wayTo(texts: Texts, { news }: PartyMail, portalEntry: PortalEntry): Block[] {
  const kept = news.filter(({ part }) => part !== 'asked')
  if (kept.length === 0) return []
  const [only] = kept.length === 1 ? kept : []
  const address = portalEntry(only?.part === 'signed' ? `/documents/${only.documentId}` : '/signed')
  return [{ is: 'way', sentence: texts.link, label: texts.button, address }]
}
