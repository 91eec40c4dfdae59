import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import { formKeyField } from '../../platform/form-posts'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import { formTexts } from './form-texts'

/** A pending sign-in that needs its second factor. */
interface CodePageData {
  /** The challenge's ticket: sent in the page, never in a URL. */
  ticket: string
  username: string
  nextUrl: string | undefined
  /** The address of the sign-in page that this attempt began at. */
  signInAddress: string
  /** The previously entered code was wrong. */
  isWrong?: boolean
}

/** The page for the second-factor code, for sign-in forms posted without script. */
export function sendCodePage(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  { ticket, username, nextUrl, signInAddress, isWrong = false }: CodePageData,
): FastifyReply {
  const locale = readerLocale(request)
  const { codeTitle, codeSentence, code, invalidCode, signIn, backToSignIn } = formTexts[locale]
  return sendPage(reply.code(isWrong ? 400 : 401).header('referrer-policy', 'no-referrer'), {
    title: codeTitle,
    locale,
    sendsForm: true,
    body: html`<h1>${codeTitle}</h1><p>${codeSentence}</p>
<form method="post" action="/auth/v1/mfa/verify">${formKeyField(request, reply, configuration)}
<input type="hidden" name="session" value="${ticket}"><input type="hidden" name="username" value="${username}">
${nextUrl !== undefined && html`<input type="hidden" name="next-url" value="${nextUrl}">`}
${isWrong && html`<p class="wrong" role="alert" id="wrong">${invalidCode}</p>`}
<label for="code">${code}</label><input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false"
 required autofocus${isWrong && html` aria-invalid="true" aria-describedby="wrong"`}><button type="submit">${signIn}</button></form>
<p><a href="${signInAddress}">${backToSignIn}</a></p>`,
  })
}
