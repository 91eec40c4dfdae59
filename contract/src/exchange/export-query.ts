import { z } from 'zod'
import { Problem } from '../problems'

/** Maximum length of an encoded query. */
const maxQueryLength = 4_000

/** The query parameter of an export: base64 of JSON. */
export const encodedQuery = z.string().max(maxQueryLength).optional()

/** The requested part of an export: the filtered records, without the first `skip`, at most `limit`. */
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

/** Parses the query of an export. Throws 400 `invalidParameter` for invalid base64, JSON or fields. */
export function readExportQuery<S extends z.ZodRawShape>(
  encoded: string | undefined,
  filters: z.ZodObject<S>,
): ExportQuery<Partial<z.output<z.ZodObject<S>>>> {
  const parsed = z.strictObject({ filter: filters.partial().optional(), page }).safeParse(decoded(encoded))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidQuery(`The query is not right at ${JSON.stringify((issue?.path ?? []).join('.'))}`)
  }
  const { filter = {}, page: { skip = 0, limit = Number.MAX_SAFE_INTEGER } = {} } = parsed.data
  return { filter: filter as Partial<z.output<z.ZodObject<S>>>, skip, limit }
}

function decoded(encoded: string | undefined): unknown {
  if (encoded === undefined) return {}
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw invalidQuery('The query is not base64')
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalidQuery('The query is not JSON in base64')
  }
}

const invalidQuery = (detail: string) => new Problem('invalidParameter', { parameter: 'query', detail })
