/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { notASheet, tooLarge } from './sheet'

/** Attributes of an element by their names, without prefixes. */
export type Attributes = Readonly<Record<string, string>>

/** What is told of a text of elements, in its order; names are without prefixes (`<x:row>` is a `row`). */
export interface XmlListener {
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** How deep elements may stand within each other: spreadsheets go some twelve deep. */
const deepest = 64

/** Most characters of one tag, text or comment: no cell holds a tenth of it. */
const longestToken = 1_024 * 1_024

/**
 * Reads a text of elements piece by piece, and tells a listener what it finds: what came is looked at once, and never held but for the
 * token that is not complete yet. Fails with 422 for what is not well-formed, declares a document type (and with it entities) or
 * stands deeper than any spreadsheet, and with 413 for a token beyond all measure (security I1).
 */
export function xmlReader(listener: XmlListener): { write(piece: string): void; end(): void } {
  let depth = 0
  let sinceToken = 0
  let waiting = ''
  const complete = () => {
    sinceToken = 0
  }
  const parser = new Parser()
    .on('error', () => {
      throw notASheet()
    })
    .on('attention', () => {
      throw notASheet()
    })
    .on('comment', complete)
    .on('question', complete)
    .on('openTag', (name, attributes) => {
      complete()
      depth += 1
      if (depth > deepest) throw notASheet()
      listener.open?.(localName(name), () => plainAttributes(attributes()))
    })
    .on('closeTag', (name) => {
      complete()
      depth -= 1
      listener.close?.(localName(name))
    })
    .on('text', (text) => {
      complete()
      listener.text?.(plainText(text))
    })
    .on('cdata', (text) => {
      complete()
      listener.text?.(text)
    })
  return {
    write(piece) {
      const text = waiting + piece
      // Handed on as far as tags are whole: one that ends in the middle of a quoted `>` would be taken for two.
      const tag = text.lastIndexOf('<')
      const whole = tag > 0 ? text.slice(0, tag) : ''
      waiting = text.slice(whole.length)
      sinceToken += piece.length
      if (whole !== '') parser.write(whole)
      if (sinceToken > longestToken) throw tooLarge()
    },
    end() {
      parser.write(waiting).end()
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const plainAttributes = (attributes: false | Record<string, string>): Attributes =>
  Object.fromEntries(Object.entries(attributes || {}).map(([name, value]) => [localName(name), plainText(value)]))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text as it is meant, with what its references stand for: those of XML itself, and any character by its number. */
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
