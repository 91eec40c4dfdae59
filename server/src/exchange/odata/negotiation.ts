import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The media types of rows: the description of each value is left to `$metadata`, or to nobody. */
const rowTypes = {
  minimal: 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false',
  none: 'application/json;odata.metadata=none;odata.streaming=true;IEEE754Compatible=false',
} as const

export type RowMetadata = keyof typeof rowTypes

export const rowMediaType = (metadata: RowMetadata): string => `${rowTypes[metadata]};charset=utf-8`

/** What a client accepts, best first; `$format` says it instead of the header (OData 4.01, 11.2.12). */
function wanted({ headers }: Pick<FastifyRequest, 'headers'>, format: string | undefined): string[] {
  const asked = format === undefined ? (headers.accept ?? '*/*') : (shortNames[format.toLowerCase()] ?? format)
  return asked
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

/** How rows are sent: JSON with the least description; `odata.metadata=full` gets as much as there is. Throws 406 for anything but JSON. */
export function rowMetadata(request: Pick<FastifyRequest, 'headers'>, format?: string): RowMetadata {
  const accepted = wanted(request, format).find(
    (type) => isType(type, 'application/json') || isType(type, '*/*') || isType(type, 'application/*'),
  )
  if (accepted === undefined) throw new Problem('notAcceptable', { detail: 'Rows are sent as application/json' })
  return /;(odata\.)?metadata=none/.test(accepted) ? 'none' : 'minimal'
}

/** How the tables are described: as XML unless JSON is asked for before it. Throws 406 for anything else. */
export function metadataFormat(request: Pick<FastifyRequest, 'headers'>, format?: string): 'xml' | 'json' {
  const known = wanted(request, format).find((type) => /^(application\/(json|xml|\*)|\*\/\*)(;|$)/.test(type))
  if (known === undefined) throw new Problem('notAcceptable', { detail: 'Sent as application/xml or application/json' })
  return isType(known, 'application/json') ? 'json' : 'xml'
}

/** The version that every answer says, errors included. Throws 400 for a client that reads none of it. */
export function agreeOnVersion({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const most = headers['odata-maxversion']
  if (most !== undefined && Number.parseFloat(String(most)) < 4) {
    throw new Problem('malformed', { header: 'OData-MaxVersion', detail: 'Version 4 of OData is spoken here' })
  }
}

/** An answer in version 4.0, which every client of OData 4 reads. */
export const inVersion = (reply: FastifyReply): FastifyReply => reply.header('odata-version', '4.0')
