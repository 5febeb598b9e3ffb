import type { FastifyInstance } from 'fastify'
import { PortalError } from '@rubrica/domain'

/** @param secret of the address @returns an iCalendar object; undefined for a secret of nobody */
export type ServedCalendar = (secret: string) => Promise<string | undefined>

/** Below it lies the calendar of each person who has one. */
export const CALENDARS = '/calendars/'

/** 32 octets. */
const NAME = /^([A-Za-z0-9_-]{43})\.ics$/

/** Deadlines for calendars, which know no log-in: whoever knows the address reads them. */
export function serveCalendars(app: FastifyInstance, calendar: ServedCalendar): void {
  app.get<{ Params: { name: string } }>(`${CALENDARS}:name`, async (request, reply) => {
    const [, secret] = NAME.exec(request.params.name) ?? []
    const text = secret && (await calendar(secret))
    if (!text) throw new PortalError('NOT_FOUND', 'There is no such calendar. Its address may have ended.')
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-cache').send(text)
  })
}
