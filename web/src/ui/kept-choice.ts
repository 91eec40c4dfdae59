const oneYear = 365 * 24 * 3600

/**
 * What the person chose in this browser under a name: its language, how bright it is. No secret, and kept in a cookie
 * (nothing is kept in the browser's stores, security H8): the server draws the first page by it before any script runs.
 */
export function keptChoice(name: string, cookies = document.cookie): string | undefined {
  const [, value] =
    cookies
      .split('; ')
      .map((cookie) => cookie.split('='))
      .find(([key]) => key === name) ?? []
  return value
}

/** Keeps a choice for a year, in letters that a cookie takes as they are; without one, the choice is forgotten. */
export function keepChoice(name: string, value: string | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === undefined ? 0 : oneYear}; SameSite=Lax`
}
