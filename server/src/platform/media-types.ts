import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * JSON:API 1.1, content negotiation: a body of its media type carries no parameter that we do not know (415), and a
 * client that accepts it only with such parameters gets nothing (406). No extension is known at resource addresses.
 */
export function refuseOtherMediaTypes({ headers }: FastifyRequest): void {
  const sent = headers['content-type']
  if (sent?.startsWith(jsonApiMediaType) && hasForeignParameter(sent)) throw new Problem('unsupportedMediaType')
  const accepted = (headers.accept ?? '').split(',').filter((part) => part.trim().startsWith(jsonApiMediaType))
  if (accepted.length > 0 && accepted.every(hasForeignParameter)) throw new Problem('notAcceptable')
}

/** `profile` may be ignored, `q` is HTTP's own. */
const hasForeignParameter = (mediaType: string) =>
  mediaType
    .split(';')
    .slice(1)
    .some((parameter) => !/^\s*(profile|q)\s*=/i.test(parameter))

/**
 * Sends a JSON:API document. As bytes: its media type takes no `charset`, which Fastify adds to texts, and a text would
 * be gone through twice, to count and to encode it.
 */
export const sendDocument = (reply: FastifyReply, document: object): FastifyReply =>
  reply.type(jsonApiMediaType).send(Buffer.from(JSON.stringify(document)))
