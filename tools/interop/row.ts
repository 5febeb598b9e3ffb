/** A program of somebody else, or a version of one, that ours is tried with. */
export interface Row {
  /** As `npm run interop -- NAME` has it. */
  readonly name: string
  /**
   * Has the program there, installing it when that was not done yet.
   * @throws {ProgramMissing} when it cannot be had, with a sentence that says why
   */
  install(report: (message: string) => void): Installed | Promise<Installed>
}

export interface Installed {
  readonly version: string
  /**
   * Tries ours with it; throws where they do not go together.
   * @returns a sentence that says what was done
   */
  attempt(): Promise<string>
}

/** Throws with both sides when what was seen is not what has to be. */
export function expectThat(what: string, seen: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: ${left}, and not ${right}`)
}

/** The version that a requirements file of Python names for a package. */
export function versionIn(requirements: string, name: string): string {
  const version = new RegExp(`^${name}(?:\\[[^\\]]*\\])?==(\\S+)`, 'im').exec(requirements)?.[1]
  if (version === undefined) throw new Error(`no version of ${name} among ${requirements}`)
  return version
}
