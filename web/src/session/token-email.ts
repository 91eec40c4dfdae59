/**
 * The email that an id token was made out to, lower-cased; undefined for what is no token of ours. Read, not verified: it
 * only decides which screen comes next, never what is allowed.
 */
export function tokenEmail(idToken: string): string | undefined {
  const [, payload = ''] = idToken.split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown }
    return typeof email === 'string' ? email.toLowerCase() : undefined
  } catch {
    return undefined
  }
}
