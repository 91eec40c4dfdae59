/** Texts for which lower-casing is enough: no accents and no hyphens. */
const isPlain = /^[\x20-\x2c\x2e-\x7e]*$/

/** Hyphens and dashes, which people omit in numbers like `NB-2041` and in double names. */
const hyphens = /[-\u2010-\u2015\u2212]/g

/** Replacements for letters that Unicode does not decompose, as typed on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i', ς: 'σ' },
}

/**
 * Folds a text for searches: removes case, accents and hyphens. The browser folds client-side searches by this function; the database does
 * the same by `search_fold`.
 */
export const foldText = (text: string): string =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(hyphens, '')
        .toLowerCase()
        .replaceAll(/[øæœłđðþßıς]/g, (letter) => plainLetters[letter] ?? letter)
