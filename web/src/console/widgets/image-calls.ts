import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { readDashboardImage, uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { queryOptions } from '@tanstack/react-query'
import { fetchFile } from '../../api/download'
import { sendForm } from '../../api/send-form'

/** An image that is to be uploaded for the card of a project. */
interface Upload {
  project: string
  file: Blob
  onProgress(part: number): void
}

/** Uploads an image and gives its id and size in pixels; tells how much of it has left, of 1. Fails like `send`. */
export async function uploadImage({
  project,
  file,
  onProgress,
}: Upload): Promise<CallAnswer<typeof uploadDashboardImage>> {
  const form = new FormData()
  form.append('project', project)
  form.append('file', file)
  // Our own server's answer: its shape is tested there against the same declaration.
  const answer = await sendForm({ address: uploadDashboardImage.path, form, onProgress })
  return answer as CallAnswer<typeof uploadDashboardImage>
}

/** An image as an address that a page may show. What an id stands for never changes. */
export const imageAddress = (id: string) =>
  queryOptions({
    queryKey: ['dashboard-image', id],
    queryFn: async () => dataAddress(await fetchFile(callAddress(readDashboardImage, { id }))),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The bytes of a file as an address that a page may show. */
export const dataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
