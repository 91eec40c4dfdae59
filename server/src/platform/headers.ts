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
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'web-share',
  'xr-spatial-tracking',
]

/** Headers of every answer (security H1). Pages add their own Content-Security-Policy; nothing else needs one that allows. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': [...permissions.map((feature) => `${feature}=()`), 'clipboard-write=(self)'].join(', '),
}

/** Sets the security headers; answers of the API are never stored (security H2). */
export function setHeaders(app: FastifyInstance, { publicUrl }: Configuration): void {
  const secure = publicUrl.startsWith('https://')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always)
    if (secure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (isApi(request.url)) reply.header('cache-control', 'no-store')
  })
}

const isApi = (url: string) => /^\/(mgw|auth|project-[^/]+\/api)\//.test(url)
