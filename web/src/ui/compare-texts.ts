/** Compares texts in the order of the locale, numbers in them by value: “House 2” before “House 10”. */
export const comparerOf = (locale: string): Intl.Collator['compare'] =>
  new Intl.Collator(locale, { numeric: true }).compare
