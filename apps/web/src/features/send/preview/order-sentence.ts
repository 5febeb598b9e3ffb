/** Who does what when, in one sentence: “Biel approves, then Ana and Pau sign, then Núria. Marta gets a copy.” */
import type { TextOf } from '../../../shared/i18n/use-text.ts'
import type { Draft, DraftSigner } from '../draft.ts'

/** More names than this are counted instead of named. */
const NAMED = 4

interface Words {
  readonly t: TextOf
  /** A list of names, as the language lists them. */
  readonly list: (names: readonly string[]) => string
}

/** @returns an empty text where nobody signs */
export function orderSentence({ signers, copies }: Pick<Draft, 'signers' | 'copies'>, words: Words): string {
  const stages = [...new Set(signers.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  const [first, ...later] = stages.map((stage) => signers.filter((signer) => signer.stage === stage))
  if (!first) return ''
  const { t } = words
  const order = later.reduce(
    (before, stage) => t('preview.order.next', { before, names: namesOf(stage, words) }),
    beginning(first, words),
  )
  const sentence = t('preview.order.sentence', { order })
  if (copies.length === 0) return sentence
  const names = listed(
    copies.map(({ name }) => name),
    words,
  )
  return `${sentence} ${t('preview.order.copies', { count: copies.length, names })}`
}

const approversOf = ({ approvers }: DraftSigner) => approvers.map(({ userId }) => userId).toSorted()

/** Where all of the first stage wait for the same approvers, the sentence begins with these. */
function beginning(stage: readonly DraftSigner[], words: Words): string {
  const { t } = words
  const [one, ...others] = stage
  const isShared = others.every((other) => approversOf(other).join('\n') === approversOf(one!).join('\n'))
  const count = stage.length
  if (!isShared || one!.approvers.length === 0) {
    return t('preview.order.sign', { count, names: namesOf(stage, words) })
  }
  const approvers = listed(
    one!.approvers.map(({ name }) => name),
    words,
  )
  const before = t('preview.order.approve', { count: one!.approvers.length, names: approvers })
  const names = listed(
    stage.map((signer) => nameOf(signer, words)),
    words,
  )
  return t('preview.order.thenSign', { before, count, names })
}

const nameOf = ({ name, guest }: DraftSigner, { t }: Words) => (guest ? t('preview.order.guest', { name }) : name)

/** Those who wait for approvers are named with them. */
const namesOf = (stage: readonly DraftSigner[], words: Words) =>
  listed(
    stage.map((signer) => {
      const name = nameOf(signer, words)
      if (signer.approvers.length === 0) return name
      const approvers = listed(
        signer.approvers.map((approver) => approver.name),
        words,
      )
      return words.t('preview.order.approvedBy', { name, approvers })
    }),
    words,
  )

function listed(names: readonly string[], { t, list }: Words): string {
  const others = names.length - NAMED
  if (others <= 0) return list(names)
  return list([...names.slice(0, NAMED), t('preview.order.more', { count: others })])
}
