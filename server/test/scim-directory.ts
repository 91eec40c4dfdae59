import { type ApiScope, apiTokenPrefix } from '@lintel/contract/identity/api-tokens'
import { scimMediaType } from '@lintel/contract/people/scim'
import type { FastifyInstance } from 'fastify'
import { customerId } from '../demo/customers'
import { personId } from '../demo/person-id'
import { hashSecret } from '../src/identity/random-secret'
import type { Database } from '../src/platform/database'
import { type AccessWorld, accessWorld } from './access-world'

const nordbygg = customerId('nordbygg')

/**
 * API tokens by name: two valid SCIM tokens of Nordbygg, as during a rotation, one of another scope, and one of another
 * customer.
 */
const tokens: Record<string, { customer: string; scope: ApiScope; user: string }> = {
  directory: { customer: nordbygg, scope: 'scim', user: 'reports@nordbygg.example' },
  exchanged: { customer: nordbygg, scope: 'scim', user: 'reports@nordbygg.example' },
  reader: { customer: nordbygg, scope: 'read', user: 'reports@nordbygg.example' },
  neighbour: { customer: customerId('fjellbane'), scope: 'scim', user: 'reports@nordbygg.example' },
}

/** The bearer of one of the tokens. */
export const directoryToken = (name: string) => `${apiTokenPrefix}${hashSecret(name).toString('base64url')}`

/** The HTTP methods of SCIM. */
export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ScimAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: documents of another standard, asserted field by field
  body: any
  headers: Record<string, unknown>
}

type ScimRequest = (
  method: ScimMethod,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>

/** The demo world with Nordbygg's directory connected; `sendScim` sends requests as its SCIM client. */
export async function scimDirectory(): Promise<AccessWorld & { nordbygg: string; sendScim: ScimRequest }> {
  const world = await accessWorld()
  await connectDirectory(world.db)
  await world.commit()
  return Object.assign(world, { nordbygg, sendScim: directoryClient(world.app) })
}

/** Stores the API tokens of the directory. */
export async function connectDirectory(db: Database): Promise<void> {
  await db
    .insertInto('customer_api_user')
    .values({ customer_id: customerId('fjellbane'), user_id: personId('reports@nordbygg.example') })
    .execute()
  await db
    .insertInto('api_token')
    .values(
      Object.entries(tokens).map(([name, { customer, scope, user }], at) => ({
        id: `018cc251-f400-7000-8000-00000000b00${at}`,
        customer_id: customer,
        user_id: personId(user),
        scopes: [scope],
        secret_hash: hashSecret(directoryToken(name)),
        created_at: new Date(Date.now()).toISOString(),
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })),
    )
    .execute()
}

/** A SCIM client with the directory's token. */
export const directoryClient =
  (app: FastifyInstance): ScimRequest =>
  async (method, path, body, headers = {}) => {
    const answer = await app.inject({
      method,
      url: path.startsWith('/scim/') ? path : `/scim/${nordbygg}/v2${path}`,
      headers: {
        authorization: `Bearer ${directoryToken('directory')}`,
        ...(body !== undefined && { 'content-type': scimMediaType }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : answer.json(),
      headers: answer.headers,
    }
  }

/** The body of a PATCH (RFC 7644, 3.5.2). */
export const patchRequest = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
