import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * JSON:API 1.1, content negotiation: a body of its media type carries no parameter that we do not know (415), and a
 * client that accepts it only with such parameters gets nothing (406). No extension is known at resource addresses; an
 * address that takes one names it.
 */
export function refuseOtherMediaTypes({ headers }: FastifyRequest, extension?: string): void {
  const isForeign = (mediaType: string) => hasForeignParameter(mediaType, extension)
  const sent = headers['content-type']
  if (sent?.startsWith(jsonApiMediaType) && isForeign(sent)) throw new Problem('unsupportedMediaType')
  const accepted = (headers.accept ?? '').split(',').filter((part) => part.trim().startsWith(jsonApiMediaType))
  if (accepted.length > 0 && accepted.every(isForeign)) throw new Problem('notAcceptable')
}

/** `profile` may be ignored, `q` is HTTP's own, `ext` names the one extension that the address knows. */
const hasForeignParameter = (mediaType: string, extension: string | undefined) =>
  mediaType
    .split(';')
    .slice(1)
    .some((parameter) => !/^\s*(profile|q)\s*=/i.test(parameter) && !isExtension(parameter, extension))

const isExtension = (parameter: string, extension: string | undefined) =>
  extension !== undefined && /^\s*ext\s*=\s*"([^"]*)"\s*$/i.exec(parameter)?.[1]?.trim() === extension

/** A text as the bytes to send. A text of ASCII alone, as most are, is copied as it is: its length tells it. */
const bytesOf = (text: string): Buffer => Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8')

/**
 * Sends a JSON:API document. As bytes: its media type takes no `charset`, which Fastify adds to texts, and a text would
 * be gone through twice, to count and to encode it.
 */
export const sendDocument = (reply: FastifyReply, document: object): FastifyReply =>
  reply.type(jsonApiMediaType).send(bytesOf(JSON.stringify(document)))

/** Answers from here on are worth the time of compressing them, in bytes: three packets of a network, as good as one on a quick line. */
const worthCompressing = 4 * 1_024
const compress = promisify(gzip)

/**
 * Sends the text of a list, compressed where it is long and the client takes it: thousands of records become a tenth.
 * Lists are for whoever shows a bearer, which no other site can have a browser send, so that their size tells nobody
 * anything.
 */
export const sendList = (reply: FastifyReply, document: string): Promise<FastifyReply> =>
  sendLong(reply, jsonApiMediaType, document)

/** Sends an answer that may be as long as a list, in the same way. */
export async function sendLong(reply: FastifyReply, type: string, text: string): Promise<FastifyReply> {
  const bytes = bytesOf(text)
  reply.type(type)
  if (bytes.length < worthCompressing) return reply.send(bytes)
  varyByEncoding(reply)
  if (isSentByBrowserItself(reply.request)) return reply.send(bytes)
  if (!takesGzip(reply.request.headers['accept-encoding'])) return reply.send(bytes)
  // The fastest level: the next ones cost several times as much for a few percent.
  return reply.header('content-encoding', 'gzip').send(await compress(bytes, { level: 1 }))
}

/** Tells caches that the answer is another one for who takes another encoding, beside what else it varies by. */
export function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
}

/** A browser that was told a feed's name and secret once sends them with what another site asks, whose answer's length is to tell nothing. */
const isSentByBrowserItself = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined && /^basic /i.test(headers.authorization ?? '')

/** A client that says this of the encodings it accepts takes gzip. */
export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().replaceAll(/\s/g, '').toLowerCase())
    .some((part) => part === 'gzip' || (part.startsWith('gzip;q=') && Number(part.slice(7)) > 0))
