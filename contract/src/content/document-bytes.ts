import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

const parameters = z.object({ project: z.string(), id: z.string() })

/**
 * Uploads a new version of a document: the bytes are the body. From level 20. With `Content-Digest: sha-256=:…:` (RFC 9530) what came
 * is compared: 400 where it differs. Where the bytes cannot be stored: 503 `objectStoreAway`, and nothing is changed.
 */
export const uploadDocument = call({
  method: 'POST',
  path: '/project-{project}/api/v1/documents/{id}/versions',
  summary: 'Upload a new version of a document',
  parameters,
  bodyMediaType: 'application/octet-stream',
  answer: z.object({ revision: z.int(), size: z.int(), mediaType: z.string() }),
  status: 201,
  problems: ['notFound', 'projectHibernated', 'projectStopped', 'tooLarge', 'objectStoreAway'],
})

/** The most versions that one answer lists. */
export const mostVersions = 200

/**
 * The versions of a document, the newest first, at most {@link mostVersions} of them; older ones are those `before` a revision. The
 * bytes of each are read by `downloadDocument` with its revision.
 */
export const listDocumentVersions = call({
  method: 'GET',
  path: '/project-{project}/api/v1/documents/{id}/versions',
  summary: 'List the versions of a document',
  parameters,
  query: z.strictObject({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  answer: z.object({
    data: z.array(
      z.object({
        /** From 1. */
        revision: z.int(),
        /** In bytes. */
        size: z.int(),
        mediaType: z.string(),
        createdAt: instant,
        /** The email of who uploaded it; null where nobody did, or it is not known any more. */
        createdBy: z.string().nullable(),
        /** It is the newest: what the document is now. */
        current: z.boolean(),
      }),
    ),
  }),
  problems: ['notFound', 'projectStopped', 'loginMethodRequired'],
})

/**
 * The bytes of a document, of its newest version or of the one asked for; parts by `Range` (RFC 9110, one range). Whatever a browser
 * could run comes as a download.
 */
export const downloadDocument = call({
  method: 'GET',
  path: '/project-{project}/api/v1/documents/{id}/content',
  summary: 'Download a document',
  parameters,
  query: z.strictObject({ revision: z.coerce.number().int().min(1).optional() }),
  answer: z.string(),
  mediaType: 'application/octet-stream',
  problems: ['notFound', 'projectStopped', 'rangeNotSatisfiable', 'objectStoreAway'],
})
