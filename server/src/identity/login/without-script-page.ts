import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { formKeyField } from '../../platform/form-posts'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import type { IdentityServices } from '../identity-services'
import { refreshCookie } from '../sessions/cookies'
import { readRefreshSecret } from '../sessions/refresh-secret'
import { formTexts } from './form-texts'

/** The page for browsers without script: says that the application needs it, who is signed in, and offers sign-out. */
export async function sendWithoutScriptPage(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
): Promise<void> {
  const { request, configuration } = context
  const person = await findSignedInPerson(services, context)
  const locale = readerLocale(request)
  const { needsScript, needsScriptSentence, signedInAs, openLintel, signOut, signIn } = formTexts[locale]
  const signedIn = person && [
    html`<p>${signedInAs(person.email)}</p>`,
    html`<p><a href="/">${openLintel}</a></p>`,
    html`<form method="post" action="/auth/v1/logout">${formKeyField(request, reply, configuration)}<button type="submit">${signOut}</button></form>`,
  ]
  sendPage(reply, {
    title: needsScript,
    locale,
    sendsForm: person !== undefined,
    body: html`<h1>${needsScript}</h1><p>${needsScriptSentence}</p>${signedIn ?? html`<p><a href="/login">${signIn}</a></p>`}`,
  })
}

/** The person who is signed in by the refresh cookie of this browser. */
async function findSignedInPerson(
  { secrets, actors }: IdentityServices,
  { request, configuration, now }: Context,
): Promise<Person | undefined> {
  const secret = readRefreshSecret(secrets, refreshCookie(request, configuration) ?? '')
  if (!secret) return undefined
  return actors.of(secret.sessionId, now).catch((error) => {
    if (error instanceof Problem && error.code === 'sessionExpired') return undefined
    throw error
  })
}
