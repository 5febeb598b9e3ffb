/**
 * Does the work of each item, so many at a time, in the order of the items. After a failure nothing further is begun.
 * @returns throws the first failure, once what had begun is over
 */
export async function eachAtMost<Item>(
  most: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const { underWay, failures, begin } = workUnderWay(work)
  for await (const item of items) {
    begin(item)
    if (underWay.size >= most) await Promise.race(underWay)
    if (failures.length > 0) break
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
}

/**
 * The same for items that are taken as there is room for them, and not before, until none is left.
 * @param take returns as many items as it is told, or fewer; none when there are no more
 */
export async function eachTaken<Item>(
  most: number,
  take: (room: number) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const { underWay, failures, begin } = workUnderWay(work)
  const takeSome = () =>
    take(most - underWay.size).catch((error: unknown) => {
      failures.push(error)
      return []
    })
  for (let items = await takeSome(); items.length > 0; items = await takeSome()) {
    items.forEach(begin)
    // What ends together has left when the first of it is heard of.
    if (underWay.size >= most) await Promise.race(underWay)
    if (failures.length > 0) break
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
}

function workUnderWay<Item>(work: (item: Item) => Promise<void>) {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const begin = (item: Item): void => {
    const done: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  return { underWay, failures, begin }
}
