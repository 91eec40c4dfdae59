import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Largest file of an image, in bytes. */
export const largestImage = 5_000_000

/** Most pixels of an image, width times height. */
export const mostPixels = 40_000_000

/** The media types of images that can be uploaded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/**
 * Uploads an image for the card of a project, which its widgets then name. By administrators of the customer. What is stored is written anew
 * as WebP of at most 1,600 pixels a side, upright, without metadata. 422 `notAnImage`, `animatedImage` or `tooManyPixels`.
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
  /** What it has become; sizes in pixels. */
  answer: z.object({ id: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  problems: ['unknownReference', 'notAnImage', 'animatedImage', 'tooManyPixels', 'tooLarge', 'objectStoreAway'],
})

/** The bytes of an image, as they are stored. Read by who reads the dashboard that it belongs to. */
export const readDashboardImage = call({
  method: 'GET',
  path: '/mgw/api/v3/dashboard-images/{id}/content',
  summary: 'Read an image of a dashboard',
  parameters: z.object({ id: z.string() }),
  answer: z.string(),
  mediaType: 'image/*',
  problems: ['notFound', 'objectStoreAway'],
})
