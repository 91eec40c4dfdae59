/** The languages of an Accept-Language header in order of preference (RFC 9110 12.5.4), without `*` and excluded ones. */
export function languagesOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .slice(0, 50)
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';').map((each) => each.trim())
      return { tag, quality: Number(/^q=(\d(?:\.\d{1,3})?)$/.exec(quality)?.[1] ?? 0) }
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
