/** Texts of which nothing but the case has to go: without accents, and without hyphens. */
const isPlain = /^[\x20-\x2c\x2e-\x7e]*$/

/** Hyphens and dashes: people leave them out of numbers like `NB-2041` and of double names. */
const hyphens = /[-\u2010-\u2015\u2212]/g

/** Letters that are no letter with an accent, as people type them on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i', ς: 'σ' },
}

/**
 * A text as searches compare it: without case, accents and hyphens. The browser folds what it searches itself; the database does the
 * same by its function `search_fold`.
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
