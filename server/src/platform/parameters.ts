import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'

/** Query parameters in their order, with duplicates; the `querystringParser` of Fastify. */
export const parseQuerystring = (text: string) => ({ entries: [...new URLSearchParams(text)] })

/** Are all percent-encoded bytes UTF-8? A lone `%` is an ordinary character. */
export const isEncodedUtf8 = (text: string): boolean =>
  (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')))

/** The query parameters of a request as name and value pairs. */
export const parametersOf = (request: FastifyRequest): [string, string][] =>
  (request.query as ReturnType<typeof parseQuerystring>).entries
