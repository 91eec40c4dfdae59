// Controls (line breaks, terminal sequences), line separators, direction overrides and zero-width characters: whatever
// could make a log say something else than was sent.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

/** Makes untrusted text a single printable line: invisible characters become `\u001b`. */
export const onePrintableLine = (text: string): string =>
  text.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
