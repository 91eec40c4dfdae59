import type { Problem, ProblemCode } from '@lintel/contract/problems'
import { preferredLocale } from '@lintel/contract/settings/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html'
import { languagesOf } from '../../platform/languages'
import { sendPage } from '../../platform/page'
import { type ProviderErrorTexts, providerErrorTexts } from './provider-error-texts'

/**
 * Sends an error page, in the language of the browser, when the redirect to a provider fails: with links to retry or to sign in
 * otherwise (security K4).
 */
export function sendProviderErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  { provider, publicUrl }: { provider: string; publicUrl: string },
): FastifyReply {
  const locale = preferredLocale(languagesOf(request.headers['accept-language']))
  const text = providerErrorTexts[locale]
  const tryAgain = `${publicUrl}/mgw/api/v2/federation/redirecttoexternallogin?${new URLSearchParams({ provider })}`
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
