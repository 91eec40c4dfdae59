import { z } from 'zod'
import { Problem } from '../problems'

/** The most characters of an encoded query. */
const longest = 4_000

/** The query parameter of an export: base64 of JSON. */
export const encodedQuery = z.string().max(longest).optional()

/** The part of an export that is asked for: what a filter leaves, without the first `skip`, at most `limit`. */
export interface ExportQuery<F> {
  filter: F
  skip: number
  limit: number
}

const page = z
  .strictObject({
    skip: z.int().min(0).max(1_000_000_000).optional(),
    limit: z.int().min(1).max(1_000_000_000).optional(),
  })
  .optional()

/** Reads the query of an export. Throws 400 `invalidParameter` for what is not base64, not JSON, or asks for what there is not. */
export function readExportQuery<S extends z.ZodRawShape>(
  encoded: string | undefined,
  filters: z.ZodObject<S>,
): ExportQuery<Partial<z.output<z.ZodObject<S>>>> {
  const asked = z.strictObject({ filter: filters.partial().optional(), page }).safeParse(decoded(encoded))
  if (!asked.success) {
    const [issue] = asked.error.issues
    throw refused(`The query is not right at ${JSON.stringify((issue?.path ?? []).join('.'))}`)
  }
  const { filter = {}, page: { skip = 0, limit = Number.MAX_SAFE_INTEGER } = {} } = asked.data
  return { filter: filter as Partial<z.output<z.ZodObject<S>>>, skip, limit }
}

/** A query as the parameter carries it. */
export const writeExportQuery = (query: { filter?: object; page?: { skip?: number; limit?: number } }): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(query))))

function decoded(encoded: string | undefined): unknown {
  if (encoded === undefined) return {}
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw refused('The query is not base64')
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refused('The query is not JSON in base64')
  }
}

const refused = (detail: string) => new Problem('invalidParameter', { parameter: 'query', detail })
