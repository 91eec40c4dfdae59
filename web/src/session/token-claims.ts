/**
 * A claim that an id token was made out with; undefined for what is no token of ours. Read, not verified: it only decides
 * which screen comes next, never what is allowed.
 */
function claim(idToken: string, name: 'email' | 'sub'): string | undefined {
  const [, payload = ''] = idToken.split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const value = (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The email of an id token, lower-cased. */
export const tokenEmail = (idToken: string): string | undefined => claim(idToken, 'email')?.toLowerCase()

/** The id of the person of an id token. */
export const tokenSubject = (idToken: string): string | undefined => claim(idToken, 'sub')
