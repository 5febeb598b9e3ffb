import type { Command } from './command.ts'
import { renderCommand } from './commands/render.ts'
import { signCommand } from './commands/sign.ts'

/** Every verb of `rubrica`, in the order of its help. */
export const commands: readonly Command[] = [signCommand, renderCommand]
