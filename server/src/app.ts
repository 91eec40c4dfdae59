import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Authenticate } from './platform/authenticate'
import type { Platform } from './platform/context'
import { type Admit, buildHttp } from './platform/http'
import type { Route } from './platform/route'
import type { ServedResource } from './platform/serve'
import { organizationRoutes } from './people/organizations/organizations.routes'

/** Every resource of the product. */
export const servedResources = (_platform: Platform): ServedResource[] => [organizationRoutes]

/** Every call of the product that is not a resource. */
export const calls = (_platform: Platform): Route[] => []

/** Every route of the product, in one list: what is not here is not served. */
export const allRoutes = (platform: Platform): Route[] => [
  ...servedResources(platform).flatMap(({ routes }) => routes),
  ...calls(platform),
]

/** What the app needs beside the platform. */
export interface AppParts {
  platform: Platform
  logger: FastifyBaseLogger
  authenticate: Authenticate
  admit: Admit
}

/** The whole HTTP application, not yet listening. */
export async function buildApp({ platform, logger, authenticate, admit }: AppParts): Promise<FastifyInstance> {
  for (const { resource, among } of servedResources(platform)) {
    if (among) platform.includes.set(resource.type, { resource, among })
  }
  return buildHttp({ platform, logger, authenticate, admit, routes: allRoutes(platform) })
}
