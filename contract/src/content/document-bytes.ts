import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent, instant, integerParameter } from '../jsonapi/fields'

const parameters = z.object({ project: z.string(), id: z.string() })

/**
 * Uploads a new version of a document: the bytes are the body. From level 20. With `Content-Digest: sha-256=:…:` (RFC 9530) the bytes are
 * verified: 400 if they differ. 503 `objectStoreAway` if they cannot be stored; then nothing is changed.
 */
export const uploadDocument = call({
  method: 'POST',
  path: '/project-{project}/api/v1/documents/{id}/versions',
  summary: 'Upload a new version of a document',
  parameters,
  bodyMediaType: 'application/octet-stream',
  requestHeaders: ['Content-Digest'],
  answer: z.object({ revision: z.int(), size: z.int(), mediaType: z.string() }),
  status: 201,
  problems: ['notFound', 'projectHibernated', 'projectStopped', 'tooLarge', 'objectStoreAway'],
})

/** Maximum number of versions in one response. */
export const maxListedVersions = 200

/**
 * The versions of a document, newest first, at most {@link maxListedVersions}; `before` a revision returns older ones. `downloadDocument`
 * with a revision returns its bytes.
 */
export const listDocumentVersions = call({
  method: 'GET',
  path: '/project-{project}/api/v1/documents/{id}/versions',
  summary: 'List the versions of a document',
  parameters,
  query: z.strictObject({ before: integerParameter(1).optional() }),
  answer: z.object({
    data: z.array(
      z.object({
        /** From 1. */
        revision: z.int(),
        /** In bytes. */
        size: z.int(),
        mediaType: z.string(),
        createdAt: instant,
        /** The uploader's email; null where there is none or it is no longer known. */
        createdBy: z.string().nullable(),
        /** True for the newest version, the current one. */
        current: z.boolean(),
      }),
    ),
  }),
  problems: ['notFound', 'projectStopped', 'loginMethodRequired'],
})

/**
 * The bytes of a document, of its newest version or of the requested one; parts by `Range` (RFC 9110, one range). Media types that a
 * browser could execute are sent as a download.
 */
export const downloadDocument = call({
  method: 'GET',
  path: '/project-{project}/api/v1/documents/{id}/content',
  summary: 'Download a document',
  parameters,
  query: z.strictObject({ revision: integerParameter(1).optional() }),
  answer: fileContent,
  mediaType: '*/*',
  problems: ['stale', 'notFound', 'projectStopped', 'rangeNotSatisfiable', 'objectStoreAway'],
})
