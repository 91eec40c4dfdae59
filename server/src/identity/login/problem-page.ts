import type { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import { formTexts } from './form-texts'

/** The page shown when a posted form was refused, with a link back and the request id for support. */
export function sendProblemPage(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const locale = readerLocale(request)
  const { refused, refusedSentence, backToSignIn, requestId } = formTexts[locale]
  return sendPage(reply.code(problem.status), {
    title: refused,
    locale,
    body: html`<h1>${refused}</h1><p>${refusedSentence}</p><p><a href="/login">${backToSignIn}</a></p>
<p class="quiet">${requestId}: <code>${request.id}</code></p>`,
  })
}
