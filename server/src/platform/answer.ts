import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AnyCall, type CallAnswer, type CallInput, readCallPart } from '@lintel/contract/jsonapi/call'
import { readParameters } from '@lintel/contract/jsonapi/query'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context'
import { isNotModified } from './entity-tags'
import { type FormFields, type FormPosts, fieldsOf, isOwnForm } from './form-posts'
import { requireFreshProof } from './fresh-proof'
import { sendCompressed } from './media-types'
import { parametersOf } from './parameters'
import { refusal } from './refusal'
import type { Route, RouteTerms } from './route'

/** How a call handles the HTML form of one of our pages: the same call, for browsers without script. */
export interface FormHandler<C extends AnyCall> extends FormPosts {
  /** Builds the unparsed body of the call from the form fields. */
  bodyOf(fields: FormFields): unknown
  /** The address of ours to redirect to (303); omitted if the call itself redirects. */
  leadsTo?(result: CallAnswer<C>, fields: FormFields): string
}

/** The handler of a call. `may` is the policy; anonymous requests reach `run` only if it allows them. */
export interface CallHandler<C extends AnyCall> extends Omit<RouteTerms, 'freshProof'> {
  may(actor: Actor, input: CallInput<C>, context: Context): boolean
  /** Allows anonymous requests, which otherwise get 401 before anything is parsed. */
  anonymous?: boolean
  /** Requires a proof of identity within ten minutes, always or for some inputs (security G9). */
  freshProof?: true | ((input: CallInput<C>) => boolean)
  /** Also handles forms that the browser itself posts. */
  form?: FormHandler<C>
  /** Handles the call. Long or endless answers are streams of the declared media type. */
  run(context: Context, input: CallInput<C>, reply: FastifyReply): Promise<CallAnswer<C> | Readable>
}

const json = 'application/json; charset=utf-8'

/** Makes a route of a call: parses every part by the contract, checks the policy, runs the handler and sends the answer. */
export function answer<C extends AnyCall>(
  call: C,
  { may, run, anonymous = false, freshProof, form, ...terms }: CallHandler<C>,
): Route {
  return {
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    subject: { kind: 'call', call },
    anonymous,
    terms: { ...terms, ...(freshProof && { freshProof: true }) },
    ...(form && { form }),
    async handle(context, reply) {
      if (!anonymous && !isSignedIn(context.actor)) throw new Problem('notSignedIn')
      const posted = form && isOwnForm(context.request) ? form : undefined
      const body = posted ? posted.bodyOf(fieldsOf(context.request)) : context.request.body
      const input = readInput(call, context, body)
      if (!may(context.actor, input, context)) throw refusal(context.actor, (as) => may(as, input, context))
      if (freshProof === true || freshProof?.(input)) requireFreshProof(context)
      const result = await run(context, input, reply)
      if (reply.sent) return reply
      if (posted?.leadsTo && !(result instanceof Readable))
        return reply.redirect(posted.leadsTo(result, fieldsOf(context.request)), 303)
      if (result instanceof Readable) {
        if (!reply.hasHeader('content-type')) reply.type(call.mediaType ?? json)
        return reply.send(result)
      }
      const hasBody = call.answer !== undefined && result !== undefined
      reply.code(call.answer !== undefined && !hasBody ? 204 : call.status)
      if (hasBody && terms.revalidates)
        return sendUnlessKnown(context.request, reply.type(json), JSON.stringify(result))
      // Sent as bytes, because Fastify adds a `charset` to strings, which other media types do not have.
      if (hasBody && call.mediaType) return reply.type(call.mediaType).send(Buffer.from(JSON.stringify(result)))
      if (!hasBody) return reply.send()
      // Anonymous answers are not compressed: combined with input of another site, their size could reveal a secret.
      return anonymous
        ? reply.type(json).send(JSON.stringify(result))
        : sendCompressed(reply, json, JSON.stringify(result))
    },
  }
}

/** Sends a body with its ETag, or 304 if the client already has it. */
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag)
  return isNotModified(request, etag) ? reply.code(304).send() : reply.send(body)
}

function readInput<C extends AnyCall>(call: C, { request }: Context, body: unknown): CallInput<C> {
  const query = Object.fromEntries(readParameters(parametersOf(request)))
  const [unexpected] = call.query ? [] : Object.keys(query)
  if (unexpected !== undefined) throw new Problem('unknownParameter', { parameter: unexpected })
  return {
    parameters: call.parameters ? readCallPart(call.parameters, request.params, 'parameter') : {},
    query: call.query ? readCallPart(call.query, query, 'parameter') : {},
    body: call.body ? readCallPart(call.body, bodyOf(body), 'body') : undefined,
  } as CallInput<C>
}

function bodyOf(body: unknown): unknown {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('malformed', { detail: 'The body is not a JSON object' })
  }
  return body
}
