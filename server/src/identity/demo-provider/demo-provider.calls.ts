import { call } from '@lintel/contract/jsonapi/call'
import { z } from 'zod'
import { demoProviderPath } from '../federation/demo-address'

const base = `${demoProviderPath}/{stage}`
const parameters = z.object({ stage: z.string().max(40) })

/** The checked parameters of an authorization request. */
const authorization = z.looseObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  state: z.string(),
  nonce: z.string(),
  code_challenge: z.string(),
  code_challenge_method: z.string(),
})

/** OpenID Connect Discovery 1.0 of a demo provider. */
export const demoConfiguration = call({
  method: 'GET',
  path: `${base}/.well-known/openid-configuration`,
  summary: 'What a demo identity provider offers',
  parameters,
  answer: z.record(z.string(), z.unknown()),
  problems: ['notFound'],
})

/** Its public keys. */
export const demoKeys = call({
  method: 'GET',
  path: `${base}/keys`,
  summary: 'Public keys of a demo identity provider',
  parameters,
  answer: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  problems: ['notFound'],
})

/** The page on which the user picks a demo person. */
export const demoAuthorize = call({
  method: 'GET',
  path: `${base}/authorize`,
  summary: 'Choose whom a demo identity provider vouches for',
  parameters,
  query: authorization,
  status: 200,
  problems: ['notFound', 'invalidParameter'],
})

/** Redirects back with an authorization code for the selected person. */
export const demoChoose = call({
  method: 'GET',
  path: `${base}/choose`,
  summary: 'Go back from a demo identity provider as somebody',
  parameters,
  query: authorization.extend({ as: z.string() }),
  status: 302,
  problems: ['notFound', 'invalidParameter'],
})

/** Exchanges an authorization code for an id token. */
export const demoToken = call({
  method: 'POST',
  path: `${base}/token`,
  summary: 'Redeem a code of a demo identity provider',
  parameters,
  body: z.looseObject({ code: z.string(), code_verifier: z.string(), redirect_uri: z.string() }),
  answer: z.object({ access_token: z.string(), token_type: z.string(), expires_in: z.int(), id_token: z.string() }),
  problems: ['notFound', 'invalid'],
})

/** The page shown after sign-out, with a link back. */
export const demoLogout = call({
  method: 'GET',
  path: `${base}/logout`,
  summary: 'Sign out at a demo identity provider',
  parameters,
  query: z.looseObject({ redirect: z.string().optional() }),
  status: 200,
  problems: ['notFound'],
})

/** The page that the provider's people land on after signing in: an intranet with a link to us. */
export const demoLanding = call({
  method: 'GET',
  path: `${base}/landing`,
  summary: 'The landing page of a demo identity provider',
  parameters,
  status: 200,
  problems: ['notFound'],
})
