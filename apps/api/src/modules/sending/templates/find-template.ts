import { PortalError } from '@rubrica/domain'
import type { Watcher } from '../ports.ts'
import type { Template, TemplateStore } from './ports.ts'

/** The same for one that somebody else has. */
export const noSuchTemplate = () => new PortalError('TEMPLATE_NOT_FOUND', 'There is no such template.')

/** @param version the newest one without it. @throws {PortalError} TEMPLATE_NOT_FOUND, also for a version */
export async function findTemplate(
  templates: Pick<TemplateStore, 'find'>,
  user: Watcher,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<Template> {
  const template = await templates.find(user, id, version)
  if (!template) throw noSuchTemplate()
  return template
}
