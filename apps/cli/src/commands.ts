import type { Command } from './command.ts'

/** Every verb of `rubrica`, in the order of its help; each is loaded when it is asked for. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  sign: async () => (await import('./commands/sign.ts')).signCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
}
