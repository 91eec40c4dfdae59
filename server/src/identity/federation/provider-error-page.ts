import { redirectToExternalLogin } from '@lintel/contract/identity/federation'
import { type CallInput, callAddress } from '@lintel/contract/jsonapi/call'
import type { Problem, ProblemCode } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import { type ProviderErrorTexts, providerErrorTexts } from './provider-error-texts'

/**
 * Sends an error page, in the reader's language, when the redirect to a provider fails: with links to retry with the same `query` or to
 * sign in otherwise (security K4).
 */
export function sendProviderErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  { query, publicUrl }: { query: CallInput<typeof redirectToExternalLogin>['query']; publicUrl: string },
): FastifyReply {
  const locale = readerLocale(request)
  const text = providerErrorTexts[locale]
  const tryAgain = `${publicUrl}${callAddress(redirectToExternalLogin, {}, query)}`
  return sendPage(reply.code(problem.status).header('referrer-policy', 'no-referrer'), {
    title: text.title,
    locale,
    body: html`<h1>${sentenceOf(text, problem.code)}</h1>
<p>${text.notSignedIn}</p>
${problem.code === 'providerUnavailable' && html`<p><a href="${tryAgain}">${text.tryAgain}</a></p>`}
<p><a href="${`${publicUrl}/login`}">${text.back}</a></p>`,
  })
}

function sentenceOf(text: ProviderErrorTexts, code: ProblemCode): string {
  if (code === 'providerUnavailable') return text.unavailable
  if (code === 'providerNotAllowed') return text.notAllowed
  return code === 'no provider matches' ? text.unknown : text.failed
}
