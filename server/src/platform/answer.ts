import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AnyCall, type CallAnswer, type CallInput, readCallPart } from '@lintel/contract/jsonapi/call'
import { readParameters } from '@lintel/contract/jsonapi/query'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context'
import { type FormFields, type FormPosts, fieldsOf, isOwnForm } from './form-posts'
import { requireFreshProof } from './fresh-proof'
import { sendLong } from './media-types'
import { parametersOf } from './parameters'
import { refusal } from './refusal'
import type { Route, RouteTerms } from './route'

/** How a call answers the HTML form of a page of ours: the same call beneath, in what a browser without script can send and show. */
export interface FormAnswering<C extends AnyCall> extends FormPosts {
  /** The call's body, not yet parsed, from the fields of the form. */
  bodyOf(fields: FormFields): unknown
  /** The address of ours where the person goes on (303); left out where the call itself leads on. */
  leadsTo?(result: CallAnswer<C>, fields: FormFields): string
}

/** What answers a call. `may` is the policy; anonymous people reach `run` only when it lets them. */
export interface Answering<C extends AnyCall> extends Omit<RouteTerms, 'freshProof'> {
  may(actor: Actor, input: CallInput<C>, context: Context): boolean
  /** True for the few calls in front of the sign-in; without it, anonymous is 401 before anything is read. */
  anonymous?: boolean
  /** The person must have proved within ten minutes who they are; a function says for which input (security G9). */
  freshProof?: true | ((input: CallInput<C>) => boolean)
  /** The call is also answered to a form that the browser itself posts. */
  form?: FormAnswering<C>
  /** What is long, or never ends, is given as a stream of what the call declares. */
  run(context: Context, input: CallInput<C>, reply: FastifyReply): Promise<CallAnswer<C> | Readable>
}

const json = 'application/json; charset=utf-8'

/** A call as a route: parses every part by the contract, asks the policy, runs, answers. */
export function answer<C extends AnyCall>(
  call: C,
  { may, run, anonymous = false, freshProof, form, ...terms }: Answering<C>,
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
      // As bytes: other media types take no `charset`, which is added to texts.
      if (hasBody && call.mediaType) return reply.type(call.mediaType).send(Buffer.from(JSON.stringify(result)))
      if (!hasBody) return reply.send()
      // What comes without a bearer may hold a secret beside what another site had sent: its size is to tell nothing.
      return anonymous ? reply.type(json).send(JSON.stringify(result)) : sendLong(reply, json, JSON.stringify(result))
    },
  }
}

/** Sends a body with its entity tag, or 304 without the body to a client that names the tag: it has the same already. */
function sendUnlessKnown({ headers }: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag)
  // A proxy that compresses what passes makes the tag a weak one.
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known?.includes(etag) ? reply.code(304).send() : reply.send(body)
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
