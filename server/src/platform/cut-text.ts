/** Cuts a text to at most `maxLength` characters without splitting a surrogate pair, half of which the database cannot store. */
export const cutText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')

const unstorable = /[\0\p{Surrogate}]/gu

/** Replaces what the database cannot store: NUL characters and unpaired surrogates. For texts that are refused and shown. */
export const storableText = (text: string): string => text.replace(unstorable, '\uFFFD')
