import type { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'

/** A page for somebody whose way to a provider ends here: try again, or sign in another way (security K4). */
export const sendProviderTrouble = (
  reply: FastifyReply,
  problem: Problem,
  { provider, publicUrl }: { provider: string; publicUrl: string },
): FastifyReply =>
  sendPage(reply.code(problem.status).header('referrer-policy', 'no-referrer'), {
    title: 'Sign-in at the provider',
    body: html`<h1>${problem.message}</h1>
<p>You were not signed in. Nothing is lost: try again in a moment, or sign in another way.</p>
${problem.code === 'providerUnavailable' && html`<p><a href="${`${publicUrl}/mgw/api/v2/federation/redirecttoexternallogin?${new URLSearchParams({ provider })}`}">Try again</a></p>`}
<p><a href="${`${publicUrl}/login`}">Back to the sign-in page</a></p>`,
  })
