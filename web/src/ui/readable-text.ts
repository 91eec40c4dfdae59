/** WCAG 1.4.3: minimum contrast of text of normal size. */
export const minContrast = 4.5

/**
 * The colour of text on a custom background: the given one if its contrast suffices, else black or white, whichever
 * contrasts more. Colours are `#rrggbb`.
 */
export function readableText(text: string, background: string): string {
  if (contrastOf(text, background) >= minContrast) return text
  return contrastOf('#ffffff', background) >= contrastOf('#000000', background) ? '#ffffff' : '#000000'
}

/** Contrast of two colours (WCAG 2.2, relative luminance): 1 for the same, 21 for black and white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
