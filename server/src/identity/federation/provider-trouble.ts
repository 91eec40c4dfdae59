import type { Problem, ProblemCode } from '@lintel/contract/problems'
import { preferredLocale } from '@lintel/contract/settings/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html'
import { languagesOf } from '../../platform/languages'
import { sendPage } from '../../platform/page'
import { type ProviderTroubleText, providerTroubleTexts } from './provider-trouble-texts'

/** A page, in the browser's language, for somebody whose way to a provider ends here: try again, or sign in another way (security K4). */
export function sendProviderTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  { provider, publicUrl }: { provider: string; publicUrl: string },
): FastifyReply {
  const locale = preferredLocale(languagesOf(request.headers['accept-language']))
  const text = providerTroubleTexts[locale]
  const again = `${publicUrl}/mgw/api/v2/federation/redirecttoexternallogin?${new URLSearchParams({ provider })}`
  return sendPage(reply.code(problem.status).header('referrer-policy', 'no-referrer'), {
    title: text.title,
    locale,
    body: html`<h1>${sentenceOf(text, problem.code)}</h1>
<p>${text.nothingLost}</p>
${problem.code === 'providerUnavailable' && html`<p><a href="${again}">${text.again}</a></p>`}
<p><a href="${`${publicUrl}/login`}">${text.back}</a></p>`,
  })
}

function sentenceOf(text: ProviderTroubleText, code: ProblemCode): string {
  if (code === 'providerUnavailable') return text.unavailable
  if (code === 'providerNotAllowed') return text.notAllowed
  return code === 'no provider matches' ? text.unknown : text.failed
}
