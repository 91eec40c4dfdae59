/**
 * The claims of an id token; empty for an invalid one. Parsed without verification: they only decide which screen comes next, never what is
 * allowed.
 */
export function tokenClaims(idToken: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = idToken.split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return { ...JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return {}
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The email of an id token, lower-cased. */
export const tokenEmail = (idToken: string): string | undefined => text(tokenClaims(idToken).email)?.toLowerCase()

/** The subject of an id token: the person's id. */
export const tokenSubject = (idToken: string): string | undefined => text(tokenClaims(idToken).sub)

/** The id of an id token's session. */
export const tokenSession = (idToken: string): string | undefined => text(tokenClaims(idToken).sid)
