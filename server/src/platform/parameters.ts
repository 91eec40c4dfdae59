import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'

/** Query parameters in their order, with duplicates; the `querystringParser` of Fastify. */
export const parseQuerystring = (text: string) => ({ entries: [...new URLSearchParams(text)] })

/** The path and the query of a request's URL. A query may contain further question marks (RFC 3986, 3.4). */
export function splitUrl(url: string): { path: string; query: string } {
  const end = url.indexOf('?')
  return end === -1 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) }
}

/** Are all percent-encoded bytes UTF-8? A lone `%` is an ordinary character. */
export const isEncodedUtf8 = (text: string): boolean =>
  (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')))

/** The query parameters of a request as name and value pairs. */
export const parametersOf = (request: FastifyRequest): [string, string][] =>
  (request.query as ReturnType<typeof parseQuerystring>).entries
