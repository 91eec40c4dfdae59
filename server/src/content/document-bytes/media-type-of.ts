/** Media types by file extension; the media type that a client sends is never trusted. */
const mediaTypes: Readonly<Record<string, string>> = {
  bcf: 'application/vnd.bcf+zip',
  bcfzip: 'application/vnd.bcf+zip',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  dwg: 'image/vnd.dwg',
  dxf: 'image/vnd.dxf',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ifc: 'application/x-step',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** Types that a browser displays inline without running active content. */
const inlineTypes = new Set(['application/pdf', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/** Media type derived from the file name. */
export const mediaTypeOf = (name: string): string =>
  mediaTypes[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

/** `Content-Disposition` (RFC 6266): SVG, HTML and whatever else a browser could run are downloads only. */
export function contentDisposition(name: string, mediaType: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${inlineTypes.has(mediaType) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
