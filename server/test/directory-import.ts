import type { JsonApiDocument } from '@lintel/contract/jsonapi/document'
import type { AdImportStatus } from '@lintel/contract/people/ad-import'
import { type ChangeSetRow, maxRowPageSize, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { multipartForm } from './multipart-form'
import { RequestError, type ApiClient } from './api-client'
import { zipOf } from './zip'

/** The fields of the form that imports a directory, as text; the archive is what these files make. */
export interface ImportForm {
  files?: Record<string, string>
  /** In place of `files`: the bytes of the archive. */
  archive?: Uint8Array
  domain?: string
  planId?: string
  dryRun?: string
  removals?: string
  invite?: string
}

/** Posts the form as a browser does, and gives the answer as it is. */
async function postImport(somebody: ApiClient, { files, archive, ...fields }: ImportForm) {
  const bytes = archive ?? (files && zipOf(files))
  const form = multipartForm({ ...fields, ...(bytes && { file: bytes }) })
  return somebody.inject({ method: 'POST', url: '/mgw/api/v3/rkv-ad-import', ...form })
}

/** The same, for what is to succeed: else a {@link RequestError}. */
export async function importing(somebody: ApiClient, form: ImportForm): Promise<AdImportStatus> {
  const answer = await postImport(somebody, form)
  if (answer.statusCode < 400) return answer.json<AdImportStatus>()
  throw new RequestError(answer.statusCode, answer.json<JsonApiDocument>().errors ?? [])
}

/** The rows of a plan, in their order. */
export async function importRows(
  somebody: ApiClient,
  id: string,
  query: Record<string, string> = {},
): Promise<ChangeSetRow[]> {
  const size = { 'page[size]': String(maxRowPageSize) }
  const { data } = await somebody.call(listChangeSetRows, { parameters: { id }, query: { ...size, ...query } })
  return data.map(({ attributes }) => attributes)
}
