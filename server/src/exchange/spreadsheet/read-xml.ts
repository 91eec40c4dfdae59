/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { notASpreadsheet, tooLarge } from './sheet'

/** Attributes of an element by local name. */
export type Attributes = Readonly<Record<string, string>>

/** Callbacks of the parser, in document order; names are local (`<x:row>` is `row`). */
export interface XmlListener {
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Maximum element depth; spreadsheets use about twelve. */
const maxDepth = 64

/** Maximum characters of one tag, text or comment, ten times what any cell holds. */
const maxTokenLength = 1_024 * 1_024

/**
 * Streaming XML parser that buffers only an incomplete token. Fails with 422 for malformed XML, a document type (and
 * with it entities) or excessive depth, and with 413 for an oversized token (security I1).
 */
export function xmlReader(listener: XmlListener): { write(piece: string): void; end(): void } {
  let depth = 0
  let tokenLength = 0
  let pending = ''
  const resetTokenLength = () => {
    tokenLength = 0
  }
  const parser = new Parser()
    .on('error', () => {
      throw notASpreadsheet()
    })
    .on('attention', () => {
      throw notASpreadsheet()
    })
    .on('comment', resetTokenLength)
    .on('question', resetTokenLength)
    .on('openTag', (name, attributes) => {
      resetTokenLength()
      depth += 1
      if (depth > maxDepth) throw notASpreadsheet()
      listener.open?.(localName(name), () => plainAttributes(attributes()))
    })
    .on('closeTag', (name) => {
      resetTokenLength()
      depth -= 1
      listener.close?.(localName(name))
    })
    .on('text', (text) => {
      resetTokenLength()
      listener.text?.(plainText(text))
    })
    .on('cdata', (text) => {
      resetTokenLength()
      listener.text?.(text)
    })
  return {
    write(piece) {
      const text = pending + piece
      // Pass on complete tags only: a tag split within a quoted `>` would be parsed as two.
      const tag = text.lastIndexOf('<')
      const whole = tag > 0 ? text.slice(0, tag) : ''
      pending = text.slice(whole.length)
      tokenLength += piece.length
      if (whole !== '') parser.write(whole)
      if (tokenLength > maxTokenLength) throw tooLarge()
    },
    end() {
      parser.write(pending).end()
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const plainAttributes = (attributes: false | Record<string, string>): Attributes =>
  Object.fromEntries(Object.entries(attributes || {}).map(([name, value]) => [localName(name), plainText(value)]))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the predefined entities of XML and numeric character references. */
const plainText = (xml: string): string =>
  xml.includes('&')
    ? xml.replaceAll(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
        (all, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return entities[name] ?? all
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
          return code <= 0x10ffff ? String.fromCodePoint(code) : all
        },
      )
    : xml
