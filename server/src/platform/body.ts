import { isUtf8 } from 'node:buffer'
import { MIMEType } from 'node:util'
import { scimMediaType } from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance } from 'fastify'
import { isEncodedUtf8 } from './parameters'

/** Maximum nesting of a JSON body (security H4). */
const maxDepth = 20

/** Maximum number of fields of a multipart form (security H4). */
const maxFields = 20

/**
 * Registers parsers for JSON (`application/vnd.api+json`, `application/json`, SCIM), forms, multipart forms and byte
 * streams, the last three only on routes that accept them. Other media types are 415; invalid UTF-8 or JSON, nesting
 * deeper than twenty levels, `__proto__` and `constructor.prototype` are 400.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.api+json', scimMediaType],
    { parseAs: 'buffer' },
    (request, bytes: Buffer, done) => {
      if (!isUtf8(bytes)) return done(new Problem('malformed', { detail: 'The body is not UTF-8' }))
      const body = bytes.toString()
      if (body === '') return done(null, undefined)
      if (isDeeperThan(body, maxDepth)) return done(new Problem('malformed', { detail: 'The body nests too deeply' }))
      return parse(request, body, (error, value) => done(error ? new Problem('malformed') : null, value))
    },
  )
  app.addContentTypeParser('application/octet-stream', (request, bytes, done) => {
    const { acceptsBytes } = request.routeOptions.config as { acceptsBytes?: boolean }
    done(acceptsBytes ? null : new Problem('unsupportedMediaType'), bytes)
  })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { acceptsFiles } = request.routeOptions.config as { acceptsFiles?: boolean }
    if (!acceptsFiles) return done(new Problem('unsupportedMediaType'))
    readFormWithFiles(bytes, request.headers['content-type'] ?? '').then(
      (body) => done(null, body),
      (error) =>
        done(error instanceof Problem ? error : new Problem('malformed', { detail: 'The form could not be read' })),
    )
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, bytes: Buffer, done) => {
      const { acceptsForms } = request.routeOptions.config as { acceptsForms?: boolean }
      if (!acceptsForms) return done(new Problem('unsupportedMediaType'))
      const body = bytes.toString()
      if (!isUtf8(bytes) || !isEncodedUtf8(body))
        return done(new Problem('malformed', { detail: 'The body is not UTF-8' }))
      return done(null, Object.fromEntries(new URLSearchParams(body)))
    },
  )
}

/** An uploaded file. */
export interface PostedFile {
  name: string
  bytes: Uint8Array
}

/** Parses a multipart form; each field may occur once. */
async function readFormWithFiles(bytes: Buffer, contentType: string): Promise<Record<string, string | PostedFile>> {
  const type = new MIMEType(contentType)
  if (hasMoreParts(bytes, type.params.get('boundary') ?? '', maxFields))
    throw new Problem('malformed', { detail: 'The form has too many fields' })
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': String(type) } }).formData()
  const fields = new Map<string, string | PostedFile>()
  for (const [name, value] of form) {
    if (fields.has(name)) throw new Problem('malformed', { detail: 'The form has a field twice' })
    fields.set(name, typeof value === 'string' ? value : { name: value.name, bytes: await value.bytes() })
  }
  return Object.fromEntries(fields)
}

/** Counts delimiters (RFC 2046, 5.1.1), one before each part and one at the end, before the expensive parsing. */
function hasMoreParts(bytes: Buffer, boundary: string, max: number): boolean {
  const delimiter = Buffer.from(`--${boundary}`)
  let delimiters = 0
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    if (++delimiters > max + 1) return true
  }
  return false
}

/** Rejects compressed bodies with 415 and `Accept-Encoding` (RFC 9110, 15.5.16). */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return
    reply.header('accept-encoding', 'identity')
    throw new Problem('unsupportedMediaType', { detail: 'A body is read without a Content-Encoding' })
  })
}

/** Counts brackets outside strings, before the expensive parsing. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === 0x5c) at++
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > limit) return true
    } else if (character === 0x7d || character === 0x5d) depth--
  }
  return false
}
