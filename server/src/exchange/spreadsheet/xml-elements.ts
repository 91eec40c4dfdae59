/** An element: what its tag says beside the name, what stands within, and where it is. */
export interface XmlElement {
  head: string
  body: string
  from: number
  until: number
}

/**
 * The elements of this name, one after the other; what stands within one belongs to it. Goes through the text once, whatever is in
 * it: a file of strangers that opens a million elements and closes none takes no longer than one of a spreadsheet. The
 * first element that does not close is the end.
 */
export function* elementsOf(xml: string, name: string): Generator<XmlElement, undefined> {
  const [open, close] = [`<${name}`, `</${name}>`]
  for (let from = xml.indexOf(open); from >= 0; ) {
    const after = from + open.length
    if (!/[\s/>]/.test(xml.charAt(after))) {
      from = xml.indexOf(open, after)
      continue
    }
    const end = xml.indexOf('>', after)
    if (end < 0) return
    const isClosed = xml.charAt(end - 1) === '/'
    const bodyEnd = isClosed ? end + 1 : xml.indexOf(close, end + 1)
    if (bodyEnd < 0) return
    const until = isClosed ? end + 1 : bodyEnd + close.length
    const head = xml.slice(after, isClosed ? end - 1 : end)
    yield { head, body: isClosed ? '' : xml.slice(end + 1, bodyEnd), from, until }
    from = xml.indexOf(open, until)
  }
}

/** The first element of this name. */
export const elementOf = (xml: string, name: string): XmlElement | undefined => elementsOf(xml, name).next().value

/** The text without the elements of this name. */
export function withoutElements(xml: string, name: string): string {
  let kept = ''
  let at = 0
  for (const { from, until } of elementsOf(xml, name)) {
    kept += xml.slice(at, from)
    at = until
  }
  return kept + xml.slice(at)
}

const patterns = new Map<string, RegExp>()

/** What an element's tag says under this name. */
export function attributeOf({ head }: Pick<XmlElement, 'head'>, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}="([^"]*)"`)
  patterns.set(name, pattern)
  return pattern.exec(head)?.[1]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text as it is meant: with what its references stand for. */
export const plainText = (xml: string): string =>
  xml.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      if (name !== undefined) return entities[name] ?? all
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )

/** The text with the names of its elements alone, where its first element has a prefix, as the Open XML SDK writes (`<x:row>`). */
export const withoutPrefixes = (xml: string): string =>
  /<[A-Za-z_][\w.-]*[:\s/>]/.exec(xml)?.[0].endsWith(':') ? xml.replaceAll(/<(\/?)[A-Za-z_][\w.-]{0,31}:/g, '<$1') : xml
