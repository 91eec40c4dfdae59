import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import { federationSessionOf } from '../federation/identities'
import { formTexts } from './form-texts'

/** Where a sign-out continues: the logout address of a provider, and its name. */
interface ProviderLogout {
  address: string
  name: string
}

/** The logout of the provider of these sessions; undefined if they have none. To be read before the sessions end. */
export async function findProviderLogout(
  context: Context,
  sessionIds: Iterable<string>,
): Promise<ProviderLogout | undefined> {
  for (const sessionId of sessionIds) {
    const { logoutUri, name = '' } = await federationSessionOf(context, { sessionId })
    if (logoutUri !== undefined && /^https?:/.test(logoutUri)) return { address: logoutUri, name }
  }
  return undefined
}

/**
 * Continues the sign-out of a browser without script at the provider. By a page that leads there, because browsers apply the
 * `form-action` of the posted form to redirects as well, and that allows no other site.
 */
export function sendProviderLogoutPage(
  { request }: Context,
  reply: FastifyReply,
  { address, name }: ProviderLogout,
): FastifyReply {
  const locale = readerLocale(request)
  const { signOut } = formTexts[locale]
  return sendPage(reply.header('refresh', `0; url=${address}`), {
    title: signOut,
    locale,
    body: html`<h1>${signOut}</h1><p><a href="${address}">${name}</a></p>`,
  })
}
