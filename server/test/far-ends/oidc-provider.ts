import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type ClientMetadata } from 'oidc-provider'

/** A user of the test provider. */
export interface OidcPerson {
  subject: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
}

/** A real OpenID Connect provider for tests, stopped with the test file. */
export interface TestOidcProvider {
  issuer: string
  clientSecret: string
  /** Adds a user to the provider. */
  addPerson(person: OidcPerson): void
  /** Follows the authorization request as a browser, signs in as the person, and returns the callback's parameters. */
  visit(address: string, person: OidcPerson): Promise<{ code: string; state: string; iss: string }>
}

const clientSecret = 'a-secret-that-both-of-them-know'

/**
 * Starts a provider on loopback for one client with the redirect URI `callback`. `onCleanup` registers how it is
 * stopped.
 */
export async function startOidcProvider(
  callback: string,
  onCleanup: (end: () => unknown) => void,
): Promise<TestOidcProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, OidcPerson>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const client: ClientMetadata = {
    client_id: 'lintel',
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: [callback],
  }
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['a key for the cookies of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => claimsOf(person) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const { session, client: asking } = oidc
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: asking?.clientId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    // The user to sign in: a header set by tests, or a cookie set by browser journeys.
    const cookiePerson = /(?:^|; )person=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
    const accountId = String(request.headers['x-person'] ?? cookiePerson)
    return provider.interactionFinished(request, response, { login: { accountId } })
  })
  return {
    issuer,
    clientSecret,
    addPerson: (person) => void people.set(person.subject, person),
    visit: async (address, person) => {
      people.set(person.subject, person)
      return followRedirects(address, callback, person.subject)
    },
  }
}

const claimsOf = ({ subject, email, emailVerified, givenName, familyName }: OidcPerson) => ({
  sub: subject,
  ...(email !== undefined && { email, email_verified: emailVerified ?? false }),
  ...(givenName !== undefined && { given_name: givenName }),
  ...(familyName !== undefined && { family_name: familyName }),
})

/** Follows redirects as a browser does, with cookies, until the callback is reached. */
async function followRedirects(address: string, callback: string, person: string) {
  const cookies = new Map<string, string>()
  let next = address
  for (let steps = 0; steps < 10; steps++) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'x-person': person },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(callback)) return parseCallback(next)
  }
  throw new Error('The provider sends in circles')
}

/** The parameters of a callback URL. */
export function parseCallback(address: string): { code: string; state: string; iss: string } {
  const { searchParams } = new URL(address)
  const read = (name: string) => searchParams.get(name) ?? ''
  if (read('code') === '') throw new Error(`The provider refused: ${address}`)
  return { code: read('code'), state: read('state'), iss: read('iss') }
}
