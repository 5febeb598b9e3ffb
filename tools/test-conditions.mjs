// Which tests of a file run only under a condition: where a program or a folder is there that is no part of the clone,
// or in the full run.
//   test.runIf(x)('title')     describe.skipIf(x)('group', () => …)     test.each(x ? CASES : [])('title')
//   test('title', ({ skip }) => { skip(x) })
//   test('title', { tag: '@full' }, …)
import ts from 'typescript'

const TEST = /^(?:describe|it|test)\b/
const WAKES = /\.(?:runIf|skipIf)$/
const TABLE = /\.each$/
const GIVES_UP = /^(?:(?:it|test|context)\.)?skip$/
/** Files without any of these words need no closer look. */
const HINT = /\b(?:runIf|skipIf|skip)\b|\.each\([^[\n]*\?|@full\b/
const IN_FULL = /^['"]@full['"]$/

const nameOf = (call) => call.expression.getText().split('.').at(-1)
const conditionOf = (call) => `${nameOf(call)}(${call.arguments.map((one) => one.getText()).join(', ')})`

const isConditional = (call) =>
  WAKES.test(call.expression.getText()) ||
  (TABLE.test(call.expression.getText()) && call.arguments.some(ts.isConditionalExpression))

/** The conditions before the last parenthesis: those of `test.runIf(a).each(b)('title')`. */
function conditionsBefore(call) {
  const found = []
  for (let one = call.expression; one !== undefined; one = one.expression)
    if (ts.isCallExpression(one) && isConditional(one)) found.unshift(conditionOf(one))
  return found
}

/** The conditions on which a test ends itself early, and the tag of what the full run alone tries. */
function conditionsWithin(test) {
  const found = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && GIVES_UP.test(node.expression.getText())) found.push(conditionOf(node))
    if (ts.isPropertyAssignment(node) && IN_FULL.test(node.initializer.getText())) found.push('tag @full')
    ts.forEachChild(node, visit)
  }
  test.arguments.slice(1).forEach(visit)
  return found
}

function titleOf(call) {
  const [title] = call.arguments
  if (title === undefined) return undefined
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined
}

/** @returns the conditions of each test that has some, by its title; a title that also always runs is not among them */
export function readConditions(source) {
  const conditions = new Map()
  if (!HINT.test(source)) return conditions
  const always = new Set()
  const visit = (node, around) => {
    let inside = around
    if (ts.isCallExpression(node) && TEST.test(node.expression.getText())) {
      inside = [...around, ...conditionsBefore(node)]
      const title = titleOf(node)
      const isGroup = node.expression.getText().startsWith('describe')
      if (title !== undefined && !isGroup) {
        const own = [...inside, ...conditionsWithin(node)]
        if (own.length === 0) always.add(title)
        else conditions.set(title, [...(conditions.get(title) ?? []), ...own])
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(ts.createSourceFile('a.test.tsx', source, ts.ScriptTarget.Latest, true), [])
  for (const title of always) conditions.delete(title)
  return conditions
}
