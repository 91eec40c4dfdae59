import { createHash } from 'node:crypto'
import type { Locale } from '@lintel/contract/settings/locales'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html'

/** The styles of the few pages that the server renders itself, light and dark; without scripts, fonts and requests. */
const style = `
:root { color-scheme: light dark; --ground: light-dark(#faf9f6, #14171c); --surface: light-dark(#fff, #1b1f26);
  --ink: light-dark(#1a1d23, #e8e6e1); --ink-2: light-dark(#5c6068, #a3a7ae); --line: light-dark(#e3e0d8, #2c323b);
  --accent: light-dark(#2554c7, #7da2ff); --accent-soft: light-dark(#e9eefb, #1f2b47); }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 14px/20px "IBM Plex Sans Variable", "IBM Plex Sans", system-ui, sans-serif; }
header { display: flex; gap: 12px; align-items: center; height: 48px; padding: 0 16px; background: var(--surface);
  border-bottom: 1px solid var(--line); font-weight: 600 }
header svg { flex: none }
header span { color: var(--ink-2); font-weight: 400 }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 28px; line-height: 34px; margin: 16px 0 8px }
h2 { font-size: 20px; line-height: 28px; margin: 40px 0 8px; padding-top: 8px; border-top: 1px solid var(--line) }
h3 { font-size: 14px; margin: 16px 0 4px }
p { margin: 8px 0; max-width: 72ch } a { color: var(--accent) }
code, pre { font: 12px/18px ui-monospace, "SF Mono", Menlo, Consolas, monospace }
pre { overflow: auto; margin: 8px 0; padding: 12px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: 8px 0 } th { text-align: left; color: var(--ink-2); font-weight: 600 }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
details { border-bottom: 1px solid var(--line) } summary { padding: 8px 0; cursor: pointer; overflow-wrap: anywhere }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
.method { display: inline-block; min-width: 56px; color: var(--accent); font-weight: 600 }
button { font: inherit; font-weight: 600; padding: 10px 16px; border: 0; border-radius: 6px; color: light-dark(#fff, #14171c);
  background: var(--accent); cursor: pointer } button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
label { display: block; margin: 16px 0 4px; font-weight: 600 }
input { width: 100%; max-width: 360px; font: inherit; padding: 9px 12px; border: 1px solid var(--ink-2); border-radius: 6px;
  color: inherit; background: var(--surface) } input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
form { margin: 16px 0 } label + input + button { display: block; margin-top: 16px }
.wrong { color: light-dark(#a3231b, #ff9d94); font-weight: 600 }
.quiet { color: var(--ink-2) } .inside { padding: 0 0 16px 16px }
nav ul { columns: 240px; padding: 0; list-style: none }
`

const mark = html`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2.2" aria-hidden="true"><path d="M5 18.5V5H1.5h17H15v13.5"/></svg>`

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

/** A page rendered by the server, in which only its own style is allowed. */
export interface Page {
  title: string
  body: Html
  /** The language of the page; default English. */
  locale?: Locale
  /** The page has a form that posts to us. */
  sendsForm?: boolean
}

/** Sends a page with the strictest possible Content-Security-Policy. */
export function sendPage(reply: FastifyReply, { title, body, locale = 'en', sendsForm = false }: Page): FastifyReply {
  const document = html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${title} · Lintel</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${new Html(style)}</style></head>
<body><header>${mark}Lintel <span>${title}</span></header><main>${body}</main></body></html>`
  const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action ${sendsForm ? "'self'" : "'none'"}; frame-ancestors 'none'`
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.text)
}
