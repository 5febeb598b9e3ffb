/**
 * A letter as HTML for mail programs: tables and inline styles, as they take nothing else alike; nothing is fetched from
 * anywhere. What others wrote goes through one function that escapes it, in text and in attributes.
 */
import { DEFAULT_THEME, escapeMarkup, themeVariables, type Theme } from '@rubrica/domain'
import type { Block, Letter, ListItem } from './letter.ts'

/** How the mails of a subscription look. */
interface LetterLook {
  /** Stands at the top where there is no logo. */
  readonly name: string
  readonly theme: Theme
  /** There is one, as the part `cid:logo` of the mail. */
  readonly hasLogo: boolean
}

export const PLAIN_LOOK: LetterLook = { name: 'Rúbrica', theme: DEFAULT_THEME, hasLogo: false }

const LIGHT = { page: '#f2f5f3', card: '#ffffff', ink: '#17201c', quiet: '#55605a', line: '#d9e0dc' } as const
const DARK = { page: '#0f1412', card: '#171d1a', ink: '#e6ece9', quiet: '#a9b4ae', line: '#2c3531' } as const
const FONT = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const BREAKING = 'overflow-wrap:anywhere;word-break:break-word'

/** Mail programs that know the scheme of the person take these instead of the inline ones. */
const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}.card{background:${DARK.card}!important}
.card{border-left-color:${DARK.line}!important;border-right-color:${DARK.line}!important;border-bottom-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}.quiet{color:${DARK.quiet}!important}.line{border-color:${DARK.line}!important}}`

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

export function toHtml(letter: Letter, look: LetterLook): string {
  const subject = escapeMarkup(letter.subject)
  const { '--brand': brand } = themeVariables(look.theme, 'light')
  return `<!doctype html>
<html lang="${letter.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<table ${TABLE} width="100%" class="page" style="background:${LIGHT.page}"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} width="100%" class="card" style="max-width:560px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-top:4px solid ${brand};border-radius:8px">
<tr><td style="padding:20px 28px 0">${headOf(look)}</td></tr>
<tr><td style="padding:4px 28px 24px">
${letter.blocks.map((block) => htmlOf(block, look)).join('\n')}
</td></tr></table></td></tr></table></body></html>
`
}

/** A logo is drawn for a light ground, and keeps it in the dark. */
const headOf = ({ name, hasLogo }: LetterLook): string =>
  hasLogo
    ? `<img src="cid:logo" alt="${escapeMarkup(name)}" height="40" style="display:block;height:40px;max-width:100%;background:#ffffff;border-radius:4px">`
    : `<p class="ink" style="margin:0;${FONT};font-size:18px;font-weight:700;color:${LIGHT.ink};${BREAKING}">${escapeMarkup(name)}</p>`

const inked = (text: string, style = ''): string =>
  `<p class="ink" style="margin:16px 0 0;${FONT};font-size:16px;line-height:24px;color:${LIGHT.ink};${BREAKING};${style}">${text}</p>`
const quiet = (text: string, style = ''): string =>
  `<p class="quiet" style="margin:16px 0 0;${FONT};font-size:14px;line-height:20px;color:${LIGHT.quiet};${BREAKING};${style}">${text}</p>`
const linesOf = (lines: readonly string[]): string => lines.map(escapeMarkup).join('<br>')

function htmlOf(block: Block, look: LetterLook): string {
  switch (block.is) {
    case 'paragraph':
      return inked(linesOf(block.lines))
    case 'quote':
      return `${quiet(escapeMarkup(block.heading))}
<blockquote class="line" style="margin:8px 0 0;padding:0 0 0 14px;border-left:3px solid ${LIGHT.line}">${inked(linesOf(block.lines), 'margin-top:0')}</blockquote>`
    case 'code':
      return inked(
        escapeMarkup(block.code),
        `font-family:ui-monospace,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:4px`,
      )
    case 'list':
      return `<ul class="ink" style="margin:16px 0 0;padding:0 0 0 20px;color:${LIGHT.ink}">${block.items.map(itemOf).join('')}</ul>`
    case 'way':
      return wayOf(block, look)
    case 'note':
      return quiet(noteOf(block), 'margin-top:24px')
  }
}

const itemOf = ({ line, further }: ListItem): string =>
  `<li style="margin:0 0 8px;${FONT};font-size:16px;line-height:24px;${BREAKING}">${escapeMarkup(line)}${further === undefined ? '' : `<br><span class="quiet" style="color:${LIGHT.quiet}">${escapeMarkup(further)}</span>`}</li>`

function noteOf({ text, address }: Extract<Block, { is: 'note' }>): string {
  if (address === undefined) return escapeMarkup(text)
  const href = escapeMarkup(address)
  return `${escapeMarkup(text)}<br><a href="${href}" class="quiet" style="color:${LIGHT.quiet}">${href}</a>`
}

/** The address stands below the button, for who wants to see where it leads before they press it. */
function wayOf({ sentence, label, address }: Extract<Block, { is: 'way' }>, { theme }: LetterLook): string {
  const { '--action-fill': fill, '--on-action': on } = themeVariables(theme, 'light')
  const href = escapeMarkup(address)
  return `${inked(escapeMarkup(sentence))}
<table ${TABLE} style="margin:16px 0 0"><tr><td bgcolor="${fill}" style="background:${fill};border-radius:6px">
<a href="${href}" style="display:inline-block;padding:12px 22px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${on};text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>
${quiet(href, 'margin-top:8px;font-size:12px;line-height:16px;word-break:break-all')}`
}
