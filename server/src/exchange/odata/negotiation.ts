import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Media types of rows by metadata level; no per-value annotations beyond `$metadata`. */
const rowTypes = {
  minimal: 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false',
  none: 'application/json;odata.metadata=none;odata.streaming=true;IEEE754Compatible=false',
} as const

export type RowMetadata = keyof typeof rowTypes

export const rowMediaType = (metadata: RowMetadata): string => `${rowTypes[metadata]};charset=utf-8`

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

/** Metadata level of the response: minimal unless `none` is accepted; `full` is served as minimal. Throws 406 for anything but JSON. */
export function rowMetadata(request: Pick<FastifyRequest, 'headers'>, format?: string): RowMetadata {
  const accepted = acceptedTypes(request, format).find(
    (type) => isType(type, 'application/json') || isType(type, '*/*') || isType(type, 'application/*'),
  )
  if (accepted === undefined) throw new Problem('notAcceptable', { detail: 'Rows are sent as application/json' })
  return /;(odata\.)?metadata=none/.test(accepted) ? 'none' : 'minimal'
}

/** Format of `$metadata`: XML unless JSON is preferred. Throws 406 for anything else. */
export function metadataFormat(request: Pick<FastifyRequest, 'headers'>, format?: string): 'xml' | 'json' {
  const known = acceptedTypes(request, format).find((type) => /^(application\/(json|xml|\*)|\*\/\*)(;|$)/.test(type))
  if (known === undefined) throw new Problem('notAcceptable', { detail: 'Sent as application/xml or application/json' })
  return isType(known, 'application/json') ? 'json' : 'xml'
}

/** Fails with 400 for a client that accepts no version from 4.0 on. */
export function refuseOldVersions({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const maxVersion = headers['odata-maxversion']
  if (maxVersion !== undefined && Number.parseFloat(String(maxVersion)) < 4) {
    throw new Problem('malformed', { header: 'OData-MaxVersion', detail: 'Version 4 of OData is spoken here' })
  }
}

/** Sets the response version 4.0, which every OData 4 client reads. */
export const setVersionHeader = (reply: FastifyReply): FastifyReply => reply.header('odata-version', '4.0')
