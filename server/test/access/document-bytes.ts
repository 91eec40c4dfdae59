import { downloadDocument, listDocumentVersions, uploadDocument } from '@lintel/contract/content/document-bytes'
import { contentId } from '../../demo/content/content-ids'
import { type AccessRow, callRow, withBytes } from '../access-row'
import { harbour } from './actors'

const parameters = {
  project: harbour,
  id: contentId('document', 'NB-2041', '03 Quality/Approvals/Fire sealant.pdf'),
}

/**
 * The bytes of documents. Columns, in the order of `actors`:
 *                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
 */
export const documentBytesAccess: readonly AccessRow[] = [
  callRow(downloadDocument, '401 200 401 200 200 200 200 404 200 200', { parameters }),
  callRow(listDocumentVersions, '401 200 401 200 200 200 200 404 200 200', { parameters }),
  withBytes(callRow(uploadDocument, '401 403 401 403 201 201 201 404 403 201', { parameters })),
]
