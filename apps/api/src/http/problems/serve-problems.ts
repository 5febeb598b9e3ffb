import type { FastifyInstance } from 'fastify'
import { PROGRAM_PROBLEMS, problemSlug } from '@rubrica/contract'
import { PROBLEM_STYLE, problemPage, unknownProblemPage } from './problem-page.ts'

const HTML = 'text/html; charset=utf-8'

/** The pages that the types of problems lead to, for the people who write programs. They need neither log-in nor script. */
export function serveProblems(app: FastifyInstance): void {
  app.get('/problems/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(PROBLEM_STYLE))
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params }, reply) => {
    const code = PROGRAM_PROBLEMS.find((one) => problemSlug(one) === params.code)
    if (code === undefined) return reply.code(404).type(HTML).send(unknownProblemPage())
    return reply.header('cache-control', 'public, max-age=3600').type(HTML).send(problemPage(code))
  })
}
