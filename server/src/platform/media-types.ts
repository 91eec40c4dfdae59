import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Content negotiation of JSON:API 1.1: a body with an unknown media type parameter is 415, and a client that accepts
 * only such types gets 406. Resource routes support no extension; other routes pass theirs.
 */
export function refuseOtherMediaTypes({ headers }: FastifyRequest, extension?: string): void {
  const isForeign = (mediaType: string) => hasForeignParameter(mediaType, extension)
  const sent = headers['content-type']
  if (sent?.startsWith(jsonApiMediaType) && isForeign(sent)) throw new Problem('unsupportedMediaType')
  const accepted = (headers.accept ?? '').split(',').filter((part) => part.trim().startsWith(jsonApiMediaType))
  if (accepted.length > 0 && accepted.every(isForeign)) throw new Problem('notAcceptable')
}

/** `profile` may be ignored, `q` belongs to HTTP, and `ext` names the supported extension. */
const hasForeignParameter = (mediaType: string, extension: string | undefined) =>
  mediaType
    .split(';')
    .slice(1)
    .some((parameter) => !/^\s*(profile|q)\s*=/i.test(parameter) && !isExtension(parameter, extension))

const isExtension = (parameter: string, extension: string | undefined) =>
  extension !== undefined && /^\s*ext\s*=\s*"([^"]*)"\s*$/i.exec(parameter)?.[1]?.trim() === extension

/** Encodes a text. Pure ASCII, the usual case, is recognised by its length and encoded faster as latin1. */
const bytesOf = (text: string): Buffer => Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8')

/**
 * Sends a JSON:API document as bytes: Fastify adds a `charset` to strings, which the media type does not have, and
 * reads them twice.
 */
export const sendDocument = (reply: FastifyReply, document: object): FastifyReply =>
  reply.type(jsonApiMediaType).send(bytesOf(JSON.stringify(document)))

/** Minimum size to compress, in bytes: below, a response takes about three network packets anyway. */
const minCompressedBytes = 4 * 1_024
const compress = promisify(gzip)

/**
 * Sends a list, compressed if it is long and the client accepts it, to about a tenth. Safe against attacks on
 * compressed sizes, because lists require a bearer, which other sites cannot make a browser send.
 */
export const sendList = (reply: FastifyReply, document: string): Promise<FastifyReply> =>
  sendCompressed(reply, jsonApiMediaType, document)

/** Sends a response that may be as long as a list, in the same way. */
export async function sendCompressed(reply: FastifyReply, type: string, text: string): Promise<FastifyReply> {
  const bytes = bytesOf(text)
  reply.type(type)
  if (bytes.length < minCompressedBytes) return reply.send(bytes)
  varyByEncoding(reply)
  if (hasBrowserCredentials(reply.request)) return reply.send(bytes)
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(bytes)
  // Level 1: higher ones cost several times as much for a few percent.
  return reply.header('content-encoding', 'gzip').send(await compress(bytes, { level: 1 }))
}

/** Adds `Accept-Encoding` to `Vary`. */
export function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
}

/** Did the browser add Basic credentials by itself, which another site can cause? Then the size must not reveal anything. */
const hasBrowserCredentials = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined && /^basic /i.test(headers.authorization ?? '')

/** Does this `Accept-Encoding` accept gzip? */
export const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().replaceAll(/\s/g, '').toLowerCase())
    .some((part) => part === 'gzip' || (part.startsWith('gzip;q=') && Number(part.slice(7)) > 0))
