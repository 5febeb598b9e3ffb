/** Works through what an iterator gives, `atOnce` at a time. @throws the first failure, once what is under way has ended */
export async function eachOf<Item>(
  atOnce: number,
  items: Iterator<Item> | AsyncIterator<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failure: { readonly error: unknown } | undefined
  const loop = async () => {
    while (!failure) {
      const next = await items.next()
      if (next.done) return
      await work(next.value)
    }
  }
  const loops = Array.from({ length: atOnce }, () => loop().catch((error: unknown) => void (failure ??= { error })))
  await Promise.all(loops)
  if (failure) throw failure.error
}
