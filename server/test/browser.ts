import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

/** An HTTP client that signs in: a browser on our pages, which stores cookies, or a script, which does not. */
export interface Browser {
  post(url: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** The browser's cookies by name. */
  cookies: Map<string, string>
  /** A copy of the client with its current cookies; from then on both are independent. */
  copy(): Browser
}

/** How a client differs from a browser on our pages at 127.0.0.1. */
export interface BrowserOptions {
  isOurPage?: boolean
  ip?: string
  cookies?: Map<string, string>
}

/** An HTTP client that behaves as a browser with one of our pages open. */
export function browser(
  app: FastifyInstance,
  { isOurPage = true, ip = '127.0.0.1', cookies = new Map() }: BrowserOptions = {},
): Browser {
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    body: object | undefined,
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        ...(isOurPage && { 'x-requested-with': 'lintel-web' }),
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    for (const { name, value } of isOurPage ? answer.cookies : []) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    post: (url, body, headers) => send('POST', url, body, headers),
    get: (url, headers) => send('GET', url, undefined, headers),
    cookies,
    copy: () => browser(app, { isOurPage, ip, cookies: new Map(cookies) }),
  }
}
