import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { browser } from '../../../test/browser'
import { parseCallback } from '../../../test/far-ends/oidc-provider'
import { freePort } from '../../../test/free-port'
import { world } from '../../../test/world'
import { demoProviderRoutes } from './demo-provider.routes'

// The provider is called over the network, at the public URL.
const port = await freePort()
const publicUrl = `http://localhost:${port}`
const { app, platform } = await world({ publicUrl })
await app.listen({ port, host: '127.0.0.1' })

/** The flow of a new user: the redirect, the page with three people, a selection, and the callback. */
async function goAs(provider: string, name: string) {
  const there = browser(app)
  const away = await there.get(`/mgw/api/v2/federation/redirecttoexternallogin?provider=${provider}`)
  expect(away.statusCode).toBe(302)
  const address = String(away.headers.location)
  const page = await fetch(address)
  const text = await page.text()
  const links = [...text.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)]
  expect(links).toHaveLength(3)
  const [, href = ''] = links.find(([, , person]) => person === name) ?? []
  const back = await fetch(new URL(href.replaceAll('&amp;', '&'), address), { redirect: 'manual' })
  const { code, state, iss } = parseCallback(back.headers.get('location') ?? '')
  const body = { authorizationCode: code, provider, state, iss }
  return { there, page, text, body, answer: await there.post('/mgw/api/v2/federation/loginwithcode', body) }
}

test('a newcomer signs in at Partner Engineering as somebody who is linked already', async () => {
  const { answer, page, text } = await goAs('partnerengineering', 'Ravi Menon')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().result).toBe('SUCCESS')
  // Selecting a person counts as a recent authentication (security G9).
  const { auth_time, iat = 0 } = decodeJwt(answer.json().idToken)
  expect(iat - Number(auth_time)).toBeLessThan(60)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toContain('<script')
})

test('a newcomer comes as somebody new, with an address that was verified, and with one that was not', async () => {
  const verified = await goAs('partnerengineering', 'Leila Haddad')
  expect(verified.answer.statusCode).toBe(449)
  expect(verified.answer.json()).toMatchObject({ proposedUsername: 'leila@partner.example', linkingAllowed: true })
  const unverified = await goAs('partnerengineering', 'Otto Brandt')
  const create = {
    Provider: 'partnerengineering',
    ProposedUsername: 'otto@partner.example',
    RefreshToken: unverified.answer.json().refreshToken,
  }
  expect((await unverified.there.post('/mgw/api/v2/federation/create', create)).json().result).toBe(
    'VERIFICATION_REQUIRED',
  )
})

test('the provider that owns the addresses of Stålbygg Øst signs its people in, lands them, and signs them out again', async () => {
  const { there, answer } = await goAs('stalbyggost', 'Runar Stø')
  expect(answer.statusCode).toBe(200)
  const bearer = { authorization: `Bearer ${answer.json().idToken}` }
  const { logoutUri, landingPage } = (await there.get('/mgw/api/v2/federation/session', bearer)).json()
  for (const address of [logoutUri, landingPage]) {
    expect(await (await fetch(address)).text(), address).toContain(`href="${publicUrl}/"`)
  }
})

test('the demo provider is as strict as a real one: one client, one way back, PKCE, a code once', async () => {
  const { body, there } = await goAs('partnerengineering', 'Leila Haddad')
  expect((await there.post('/mgw/api/v2/federation/loginwithcode', body)).statusCode).toBe(400)
  const away = await there.get('/mgw/api/v2/federation/redirecttoexternallogin?provider=partnerengineering')
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/'],
    ['client_id', 'another'],
    ['code_challenge_method', 'plain'],
  ] as const) {
    const address = new URL(String(away.headers.location))
    address.searchParams.set(name, value)
    expect((await fetch(address)).status).toBe(400)
  }
  const out = await fetch(`${publicUrl}/demo-provider/partner/logout?redirect=https://evil.example/`)
  expect(await out.text()).not.toContain('evil')
})

test.each(['development', 'staging', 'production', 'onpremise', 'deploy'] as const)(
  'the demo provider does not exist in %s',
  (environment) => {
    expect(demoProviderRoutes(platform).length).toBeGreaterThan(0)
    expect(demoProviderRoutes({ ...platform, configuration: { ...platform.configuration, environment } })).toEqual([])
  },
)
