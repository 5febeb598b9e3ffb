/**
 * Does the work of each item, so many at a time, in the order of the items. After a failure nothing further is begun.
 * @returns throws the first failure, once what had begun is over
 */
export async function eachAtMost<Item>(
  most: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const item of items) {
    const done: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(done))
    underWay.add(done)
    if (underWay.size >= most) await Promise.race(underWay)
    if (failures.length > 0) break
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
}
