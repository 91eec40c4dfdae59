import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { followShortLink, shortenStoreLink } from '@lintel/contract/settings/short-links'
import { answer } from '../../platform/answer'
import type { Configuration } from '../../platform/configuration'
import type { Platform } from '../../platform/context'
import { html } from '../../platform/html'
import { sendPage } from '../../platform/page'
import { readerLocale } from '../../platform/reader-locale'
import type { Route } from '../../platform/route'
import { shortLinkTexts } from './short-link-texts'
import { ensureKey, findKey, findTarget, type ShortLinkTarget } from './short-links.store'

/** Short links to the app in the stores: created and followed by anyone, signed in or not. */
export const shortLinkRoutes = ({ configuration }: Platform): Route[] => [
  answer(shortenStoreLink, {
    anonymous: true,
    ignoresBearer: true,
    bodyLimit: 1_024,
    may: anyone,
    async run(context, { body: { target } }) {
      if (!isOffered(configuration, target)) throw new Problem('notFound')
      // Each target has one link, created on first use.
      const key =
        (await findKey(context.db, target)) ??
        (await context.change(async ({ db, audit }) => {
          const key = await ensureKey(db, target)
          audit({ action: 'short-links.create', customer: null, target: { type: 'short-links', id: key } })
          return key
        }))
      return { key, url: `${configuration.publicUrl}/s/${key}` }
    },
  }),
  answer(followShortLink, {
    anonymous: true,
    ignoresBearer: true,
    may: anyone,
    async run({ db, request }, { parameters: { key } }, reply) {
      const target = await findTarget(db, key)
      const address = target && addressOf(configuration, target, request.headers['user-agent'] ?? '')
      if (address === undefined) {
        if (!request.headers.accept?.includes('text/html')) throw new Problem('notFound')
        const locale = readerLocale(request)
        const { notFound, leadsNowhere, toLintel } = shortLinkTexts[locale]
        reply.code(404)
        await sendPage(reply, {
          title: notFound,
          locale,
          body: html`<h1>${leadsNowhere}</h1><p><a href="${configuration.publicUrl}/">${toLintel}</a></p>`,
        })
        return
      }
      reply.header('cache-control', 'no-store').header('vary', 'user-agent')
      await reply.redirect(address, 302)
    },
  }),
]

type Stores = Pick<Configuration, 'storeLinks' | 'publicUrl'>

const isOffered = ({ storeLinks }: Stores, target: ShortLinkTarget): boolean =>
  target === 'device' ? Object.values(storeLinks).some(Boolean) : storeLinks[target] !== undefined

/** Redirects only to configured addresses (security S13). */
function addressOf({ storeLinks, publicUrl }: Stores, target: ShortLinkTarget, userAgent: string): string | undefined {
  if (target !== 'device') return storeLinks[target]
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return storeLinks.ios ?? `${publicUrl}/`
  if (/\bAndroid\b/.test(userAgent)) return storeLinks.android ?? `${publicUrl}/`
  return `${publicUrl}/`
}
