/**
 * Lets calls that come while one is under way wait, and makes them one call: for work that costs about as much for many
 * as for one, such as a statement.
 * @returns a call for one item, which ends as the call with all of its items does
 */
export function together<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: { readonly items: Item[]; readonly done: Promise<void> } | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const begin = (first: Item) => {
    const items = [first]
    const done = underWay.then(() => {
      waiting = undefined
      return work(items)
    })
    underWay = done.catch(() => undefined)
    return { items, done }
  }
  return (item) => {
    if (waiting) waiting.items.push(item)
    else waiting = begin(item)
    return waiting.done
  }
}
