import type { JsonApiDocument } from '@lintel/contract/jsonapi/document'
import type { AdImportStatus } from '@lintel/contract/people/ad-import'
import { type ChangeSetRow, listChangeSetRows, maxRowPageSize } from '@lintel/contract/people/change-sets'
import { type ApiClient, RequestError } from './api-client'
import { multipartForm } from './multipart-form'
import { zipOf } from './zip'

/** The fields of the directory import form; the archive is made from `files`. */
export interface ImportForm {
  files?: Record<string, string>
  /** The bytes of the archive, instead of `files`. */
  archive?: Uint8Array
  domain?: string
  planId?: string
  dryRun?: string
  removals?: string
  invite?: string
}

/** Posts the form as a browser does and returns the raw response. */
async function postImport(client: ApiClient, { files, archive, ...fields }: ImportForm) {
  const bytes = archive ?? (files && zipOf(files))
  const form = multipartForm({ ...fields, ...(bytes && { file: bytes }) })
  return client.inject({ method: 'POST', url: '/mgw/api/v3/rkv-ad-import', ...form })
}

/** Posts the form and returns the import's status; throws a {@link RequestError} when it is refused. */
export async function importDirectory(client: ApiClient, form: ImportForm): Promise<AdImportStatus> {
  const answer = await postImport(client, form)
  if (answer.statusCode < 400) return answer.json<AdImportStatus>()
  throw new RequestError(answer.statusCode, answer.json<JsonApiDocument>().errors ?? [])
}

/** The rows of an import plan, in order. */
export async function importRows(
  client: ApiClient,
  id: string,
  query: Record<string, string> = {},
): Promise<ChangeSetRow[]> {
  const size = { 'page[size]': String(maxRowPageSize) }
  const { data } = await client.call(listChangeSetRows, { parameters: { id }, query: { ...size, ...query } })
  return data.map(({ attributes }) => attributes)
}
