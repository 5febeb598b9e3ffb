import type { Block, Letter } from './letter.ts'

/** The letter as plain text. Lines of others are marked, so that none can be taken for words of the portal. */
export const toText = ({ blocks }: Letter): string => `${blocks.map(textOf).join('\n\n')}\n`

function textOf(block: Block): string {
  switch (block.is) {
    case 'paragraph':
      return block.lines.join('\n')
    case 'quote':
      return [block.heading, ...block.lines.map((line) => `> ${line}`.trimEnd())].join('\n')
    case 'code':
      return block.code
    case 'list':
      return block.items
        .flatMap(({ line, further }) => [`- ${line}`, ...(further === undefined ? [] : [`  ${further}`])])
        .join('\n')
    case 'way':
      return `${block.sentence}\n${block.address}`
    case 'note':
      return block.address === undefined ? block.text : `${block.text}\n${block.address}`
  }
}
