/** Languages in which the family name comes first, with what stands between the two. */
const familyFirst: Record<string, string> = { ja: ' ', zh: '' }

/** A person's names in the order of the reader's language; the email when they have not said any. */
export function namedIn(
  locale: string,
  { givenName, familyName, email }: { givenName: string; familyName: string; email: string },
): string {
  const between = familyFirst[locale]
  // Names in Latin letters keep a space between them in every language.
  const isLatin = /\p{Script=Latin}/u.test(givenName + familyName)
  const full =
    between === undefined
      ? `${givenName} ${familyName}`.trim()
      : `${familyName}${isLatin ? ' ' : between}${givenName}`.trim()
  return full.length > 1 ? full : email
}

/** The fields of a name in the order in which the language asks for them. */
export const nameFields = (
  locale: string,
): readonly ['givenName', 'familyName'] | readonly ['familyName', 'givenName'] =>
  locale in familyFirst ? ['familyName', 'givenName'] : ['givenName', 'familyName']
