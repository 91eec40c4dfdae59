import type { FastifyRequest } from 'fastify'

/** Query parameters in the order given, doubles kept: what `querystringParser` is set to. */
export const parseQuerystring = (text: string) => ({ entries: [...new URLSearchParams(text)] })

/** The query parameters of a request as name and value pairs. */
export const parametersOf = (request: FastifyRequest): [string, string][] =>
  (request.query as ReturnType<typeof parseQuerystring>).entries
