import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent } from '../jsonapi/fields'

/** Maximum size of an image file, in bytes. */
export const maxImageBytes = 5_000_000

/** Maximum number of pixels of an image, width times height. */
export const maxImagePixels = 40_000_000

/** The media types of images that can be uploaded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/**
 * Uploads an image for the card of a project, for use by its widgets. For administrators of the customer. It is re-encoded as WebP of at
 * most 1,600 pixels a side, upright, without metadata. 422 `notAnImage`, `animatedImage` or `tooManyPixels`.
 */
export const uploadDashboardImage = call({
  method: 'POST',
  path: '/mgw/api/v3/dashboard-images',
  summary: 'Upload an image for the card of a project',
  body: z.object({
    project: z.string().max(100),
    /** The image's name and bytes: PNG, JPEG or WebP. */
    file: z.custom<{ name: string; bytes: Uint8Array }>(isFile, 'required'),
  }),
  bodyMediaType: 'multipart/form-data',
  /** The stored image; sizes in pixels. */
  answer: z.object({ id: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  problems: ['unknownReference', 'notAnImage', 'animatedImage', 'tooManyPixels', 'tooLarge', 'objectStoreAway'],
})

/** The stored bytes of an image. For those who may read its dashboard. */
export const readDashboardImage = call({
  method: 'GET',
  path: '/mgw/api/v3/dashboard-images/{id}/content',
  summary: 'Read an image of a dashboard',
  parameters: z.object({ id: z.string() }),
  answer: fileContent,
  mediaType: 'image/*',
  problems: ['notFound', 'objectStoreAway'],
})
