import type { Socket } from 'node:net'
import { problemObject } from '@lintel/contract/problems'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Configuration } from './configuration'
import { headersOf } from './headers'
import { replyWithProblem } from './problem-reply'

/** Handles errors of the router (undecodable URLs, overlong ids), for which no hook runs. */
export const createFrameworkErrorHandler =
  (configuration: Configuration) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headersOf(configuration, request.url), 'x-request-id': request.id })
    return replyWithProblem(error, request, reply)
  }

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Handles connections without a valid HTTP request (not HTTP, headers too large, timeout), in the format of all failures. */
export const createClientErrorHandler =
  (configuration: Configuration) =>
  ({ code = '' }: { code?: string }, socket: Socket): void => {
    if (socket.destroyed || code === 'ECONNRESET') return
    const status = statuses[code] ?? '400 Bad Request'
    const id = uuidv7()
    const problem = problemObject(code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'malformed')
    const body = JSON.stringify({ errors: [{ id, ...problem, status: status.slice(0, 3) }] })
    const headers = {
      ...headersOf(configuration, ''),
      'x-request-id': id,
      'content-type': 'application/vnd.api+json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
    socket.destroy()
  }
