/** Below the ports that the system gives away (32768 and above on Linux). */
const [FIRST, COUNT] = [20_000, 12_000]

/** A port for a server that comes back at its address after a restart; another one in each process. */
export const fixedPort = (): string => String(FIRST + (process.pid % COUNT))
