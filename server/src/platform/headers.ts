import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'usb',
  'xr-spatial-tracking',
]

/** Headers of every response (security H1). Pages replace the Content-Security-Policy with their own. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': [
    ...permissions.map((feature) => `${feature}=()`),
    'clipboard-write=(self)',
    'publickey-credentials-get=(self)',
    'screen-wake-lock=(self)',
  ].join(', '),
}

/** The security headers of a response to `url`; API responses are never cached (security H2). */
export function headersOf({ publicUrl }: Configuration, url: string): Record<string, string> {
  return {
    ...securityHeaders,
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    ...(isApi(url) && { 'cache-control': 'no-store' }),
  }
}

/** Sets the security headers and the request id of every response, before any hook can reject the request. */
export function setHeaders(app: FastifyInstance, configuration: Configuration): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headersOf(configuration, request.url), 'x-request-id': request.id })
  })
}

const isApi = (url: string) => /^\/(mgw|auth|odata|scim|project-[^/]+\/api)\//.test(url)
