// Keeps the documents true: links, paths and functions that they name exist, and the index of decisions is that of the
// records. See docs-problems.mjs.
import { Refusal, ROOT, runCommand } from './common.mjs'
import { problemsOfDecisions, problemsOfPages } from './docs-problems.mjs'

await runCommand(() => {
  const problems = [...problemsOfPages(ROOT), ...problemsOfDecisions(ROOT)]
  if (problems.length > 0) throw new Refusal(problems.join('\n'))
})
