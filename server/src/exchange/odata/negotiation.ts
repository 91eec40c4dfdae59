import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The form of rows (OData JSON Format 4.01, 3.1 and 3.2); no per-value annotations beyond `$metadata`. */
export interface RowFormat {
  metadata: 'minimal' | 'none'
  /** Whether Int64 values and the count are strings, for clients whose numbers are IEEE 754 doubles. */
  isIeee754Compatible: boolean
}

/** The media type of rows in this form. */
export const rowMediaType = ({ metadata, isIeee754Compatible }: RowFormat): string =>
  `application/json;odata.metadata=${metadata};odata.streaming=true;IEEE754Compatible=${isIeee754Compatible};charset=utf-8`

/** Accepted media types by preference; `$format` overrides the Accept header (OData 4.01, 11.2.12). */
function acceptedTypes({ headers }: Pick<FastifyRequest, 'headers'>, format: string | undefined): string[] {
  const acceptHeader = format === undefined ? (headers.accept ?? '*/*') : (shortNames[format.toLowerCase()] ?? format)
  return acceptHeader
    .split(',')
    .map((part) => {
      const type = part.trim().toLowerCase().replaceAll(/\s/g, '')
      return { type, quality: Number(/;q=([\d.]+)/.exec(type)?.[1] ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type)
}

const shortNames: Readonly<Record<string, string>> = { json: 'application/json', xml: 'application/xml' }

const isType = (type: string, name: string) => type === name || type.startsWith(`${name};`)

/** The requested form of rows. The metadata level is minimal unless `none` is accepted; `full` is served as minimal. Throws 406 for anything but JSON. */
export function rowFormat(request: Pick<FastifyRequest, 'headers'>, format?: string): RowFormat {
  const accepted = acceptedTypes(request, format).find(
    (type) => isType(type, 'application/json') || isType(type, '*/*') || isType(type, 'application/*'),
  )
  if (accepted === undefined) throw new Problem('notAcceptable', { detail: 'Rows are sent as application/json' })
  return {
    metadata: /;(odata\.)?metadata=none/.test(accepted) ? 'none' : 'minimal',
    isIeee754Compatible: accepted.includes(';ieee754compatible=true'),
  }
}

/**
 * Format of `$metadata`: XML wherever it is acceptable, since clients of version 4.0 prefer JSON for rows and read descriptions only as
 * XML. CSDL JSON exists since 4.01; a client of 4.0 gets it only by `$format`. Throws 406 for anything else.
 */
export function metadataFormat(request: Pick<FastifyRequest, 'headers'>, format?: string): 'xml' | 'json' {
  const accepted = acceptedTypes(request, format)
  if (accepted.some((type) => /^(application\/(xml|\*)|\*\/\*)(;|$)/.test(type))) return 'xml'
  if (!accepted.some((type) => isType(type, 'application/json')))
    throw new Problem('notAcceptable', { detail: 'Sent as application/xml or application/json' })
  return format !== undefined || maxVersion(request) >= 4.01 ? 'json' : 'xml'
}

/** The highest OData version that the client accepts; infinite when it names none. */
function maxVersion({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const version = headers['odata-maxversion']
  return version === undefined ? Number.POSITIVE_INFINITY : Number.parseFloat(String(version))
}

/** Fails with 400 for a client that accepts no version from 4.0 on. */
export function refuseOldVersions(request: Pick<FastifyRequest, 'headers'>): void {
  if (maxVersion(request) < 4) {
    throw new Problem('malformed', { header: 'OData-MaxVersion', detail: 'Version 4 of OData is spoken here' })
  }
}

/** Sets the response version: 4.0, which every OData 4 client reads, except for CSDL JSON. */
export const setVersionHeader = (reply: FastifyReply, version: '4.0' | '4.01' = '4.0'): FastifyReply =>
  reply.header('odata-version', version)
