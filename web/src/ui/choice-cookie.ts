const oneYear = 365 * 24 * 3600

/**
 * Reads a choice that the person made in this browser, as its language or theme. Not secret, and stored in a cookie
 * rather than in web storage (security H8), because the server renders the first page by it before any script runs.
 */
export function readChoiceCookie(name: string, cookies = document.cookie): string | undefined {
  const [, value] =
    cookies
      .split('; ')
      .map((cookie) => cookie.split('='))
      .find(([key]) => key === name) ?? []
  return value
}

/** Stores a choice for a year; `value` needs no cookie encoding. `undefined` deletes the choice. */
export function writeChoiceCookie(name: string, value: string | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === undefined ? 0 : oneYear}; SameSite=Lax`
}
