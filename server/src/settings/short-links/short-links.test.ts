import { locales } from '@lintel/contract/settings/locales'
import { shortenStoreLink } from '@lintel/contract/settings/short-links'
import { expect, test } from 'vitest'
import { world, worldOn } from '../../../test/world'

const storeLinks = { ios: 'https://apps.example/lintel', android: 'https://play.example/lintel' }
const { anonymous, as, db } = await world({ storeLinks, publicUrl: 'https://lintel.example' })
const bare = await worldOn(db, { publicUrl: 'https://lintel.example' })

const shorten = (target: 'ios' | 'android' | 'device', who = anonymous) =>
  who.call(shortenStoreLink, { body: { target } })
const follow = (path: string, userAgent = '', who = anonymous) =>
  who.inject({
    method: 'GET',
    url: path,
    headers: { host: 'lintel.example', accept: 'text/html', 'user-agent': userAgent },
  })

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1'
const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130 Safari/537.36'

test('a store has one short link, for whoever asks, and it leads there in any case', async () => {
  const { key, url } = await shorten('ios')
  expect(url).toBe(`https://lintel.example/s/${key}`)
  expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(await shorten('ios', as('mei'))).toEqual({ key, url })
  const made = await Promise.all(Array.from({ length: 10 }, () => shorten('android')))
  expect(new Set(made.map((link) => link.key)).size).toBe(1)
  for (const asked of [key, key.toLowerCase()]) {
    const answer = await follow(`/s/${asked}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, storeLinks.ios])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('a link for the device leads a phone to its store and a computer to the web app', async () => {
  const { key } = await shorten('device')
  const led = async (userAgent: string) => (await follow(`/s/${key}`, userAgent)).headers.location
  expect(await led(iphone)).toBe(storeLinks.ios)
  expect(await led(pixel)).toBe(storeLinks.android)
  expect(await led(desk)).toBe('https://lintel.example/')
  expect(await led('')).toBe('https://lintel.example/')
})

test('S13: a short link leads nowhere but to what is configured, whatever is stored or asked', async () => {
  const { key } = await shorten('ios')
  await db.insertInto('url').values({ key: 'EVILKEY1', url: 'https://evil.example/' }).execute()
  expect((await follow('/s/EVILKEY1')).statusCode).toBe(404)
  expect((await follow(`/s/${key}?url=https://evil.example/`)).statusCode).toBe(400)
  // Created while the store was configured, followed when it no longer is.
  const gone = await follow(`/s/${key}`, '', bare.anonymous)
  expect([gone.statusCode, gone.headers.location]).toEqual([404, undefined])
  expect(gone.headers['content-type']).toMatch(/^text\/html/)
  await expect(shorten('ios', bare.anonymous)).rejects.toMatchObject({ status: 404 })
  await expect(shorten('device', bare.anonymous)).rejects.toMatchObject({ status: 404 })
  await expect(shorten('windows' as never)).rejects.toMatchObject({ status: 422 })
})

test('H7: an unknown key is a page that repeats nothing of what was asked', async () => {
  const answer = await follow('/s/%3Cscript%3E')
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toMatch(/script>/i)
})

test('the page of a link that leads nowhere is in the chosen language, else in that of the browser, each of the nine', async () => {
  const pageIn = (headers: Record<string, string>) =>
    anonymous.inject({
      method: 'GET',
      url: '/s/NOTHING1',
      headers: { host: 'lintel.example', accept: 'text/html', ...headers },
    })
  const seen = new Set<string>()
  for (const locale of locales) {
    const { statusCode, body } = await pageIn({ 'accept-language': `tlh, ${locale}-x-any;q=0.9` })
    expect(statusCode).toBe(404)
    expect(body).toContain(`<html lang="${locale}">`)
    expect(body).toContain('<a href="https://lintel.example/">')
    seen.add(/<h1>(.+?)<\/h1>/.exec(body)?.[1] ?? '')
  }
  expect(seen.size).toBe(locales.length)
  const chosen = await pageIn({ 'accept-language': 'en', cookie: 'other=1; lintel-language=pl' })
  expect(chosen.body).toContain('<html lang="pl">')
})
