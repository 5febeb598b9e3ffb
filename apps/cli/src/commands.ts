import type { Command } from './command.ts'
import { backupCommand } from './commands/backup.ts'
import { keysCommand } from './commands/keys.ts'
import { renderCommand } from './commands/render.ts'
import { restoreCommand } from './commands/restore.ts'
import { signCommand } from './commands/sign.ts'

/** Every verb of `rubrica`, in the order of its help. */
export const commands: readonly Command[] = [signCommand, renderCommand, backupCommand, restoreCommand, keysCommand]
