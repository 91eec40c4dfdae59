/** Languages in which the family name comes first, with the separator between the names. */
const familyFirst: Record<string, string> = { ja: ' ', zh: '' }

/** A person's full name in the order of the reader's language; the email when they have given no name. */
export function formatName(
  locale: string,
  { givenName, familyName, email }: { givenName: string; familyName: string; email: string },
): string {
  const between = familyFirst[locale]
  // Names in Latin letters are separated by a space in every language.
  const isLatin = /\p{Script=Latin}/u.test(givenName + familyName)
  const full =
    between === undefined
      ? `${givenName} ${familyName}`.trim()
      : `${familyName}${isLatin ? ' ' : between}${givenName}`.trim()
  return full.length > 1 ? full : email
}

/** The name fields in the order in which the language writes them. */
export const nameFields = (
  locale: string,
): readonly ['givenName', 'familyName'] | readonly ['familyName', 'givenName'] =>
  locale in familyFirst ? ['familyName', 'givenName'] : ['givenName', 'familyName']
