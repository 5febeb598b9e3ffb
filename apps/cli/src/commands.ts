import type { Command } from './command.ts'

/** Every verb of `rubrica`, in the order of its help; each is loaded when it is asked for. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  sign: async () => (await import('./commands/sign.ts')).signCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  evidence: async () => (await import('./commands/evidence.ts')).evidenceCommand,
  augment: async () => (await import('./commands/augment.ts')).augmentCommand,
  timestamp: async () => (await import('./commands/timestamp.ts')).timestampCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  subscription: async () => (await import('./commands/subscription.ts')).subscriptionCommand,
  team: async () => (await import('./commands/team.ts')).teamCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
  send: async () => (await import('./commands/send.ts')).sendCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand,
  cancel: async () => (await import('./commands/cancel.ts')).cancelCommand,
  delete: async () => (await import('./commands/delete.ts')).deleteCommand,
  archive: async () => (await import('./commands/archive.ts')).archiveCommand,
  stuck: async () => (await import('./commands/stuck.ts')).stuckCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  objects: async () => (await import('./commands/objects.ts')).objectsCommand,
  keys: async () => (await import('./commands/keys.ts')).keysCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
}
