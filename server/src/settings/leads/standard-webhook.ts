import { createHmac } from 'node:crypto'

/** A signed webhook message. */
export interface SignedMessage {
  headers: Record<string, string>
  body: string
}

/**
 * Signs a message by Standard Webhooks (standardwebhooks.com): id, seconds since 1970 and body with HMAC-SHA256,
 * version 1. `secret` is `whsec_` and the key in base64; `id` is the same for every attempt.
 */
export function signMessage(
  secret: string,
  { id, body, now }: { id: string; body: string; now: number },
): SignedMessage {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}
