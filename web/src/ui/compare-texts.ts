/** Compares texts in a reader's alphabet, numbers in them by their value: “House 2” comes before “House 10”. */
export const comparerOf = (locale: string): Intl.Collator['compare'] =>
  new Intl.Collator(locale, { numeric: true }).compare
