/** What a server tells Prometheus, as Prometheus reads it. */

export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Every series of one scrape. */
export async function scrape(url: string): Promise<Series[]> {
  const answer = await fetch(`${url}/metrics`)
  if (!answer.ok) throw new Error(`no metrics: ${answer.status}`)
  return (await answer.text()).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: readLabels(labels), value: Number(value) }]
  })
}

const readLabels = (text: string) =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name!, value!]))

/** The value of the one series with these labels; undefined when there is none. */
export async function readNumber(
  url: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const found = (await scrape(url)).filter(
    (series) =>
      series.name === name && Object.entries(labels).every(([label, value]) => series.labels[label] === value),
  )
  if (found.length > 1) throw new Error(`${name} is told by ${found.length} series`)
  return found[0]?.value
}

/** By how much single series rise while something is done. */
export async function risesOf(
  url: string,
  watched: readonly (readonly [name: string, labels: Readonly<Record<string, string>>])[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const read = () => Promise.all(watched.map(async ([name, labels]) => (await readNumber(url, name, labels)) ?? 0))
  const before = await read()
  await work()
  const after = await read()
  return after.map((value, index) => value - before[index]!)
}
