import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { readDashboardImage, uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { queryOptions } from '@tanstack/react-query'
import { fetchFile } from '../../api/download'
import { sendForm } from '../../api/send-form'

/** An image to upload for the card of a project. */
interface Upload {
  project: string
  file: Blob
  onProgress(part: number): void
}

/** Uploads an image and returns its id and size in pixels. Reports the uploaded share (0 to 1). Fails like `send`. */
export async function uploadImage({
  project,
  file,
  onProgress,
}: Upload): Promise<CallAnswer<typeof uploadDashboardImage>> {
  const form = new FormData()
  form.append('project', project)
  form.append('file', file)
  // The server's tests validate this response against the same schema.
  const answer = await sendForm({ address: uploadDashboardImage.path, form, onProgress })
  return answer as CallAnswer<typeof uploadDashboardImage>
}

/** Query for an image as a data URL. The content of an id never changes. */
export const imageAddress = (id: string) =>
  queryOptions({
    queryKey: ['dashboard-image', id],
    queryFn: async () => dataAddress(await fetchFile(callAddress(readDashboardImage, { id }))),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The content of a file as a data URL. */
export const dataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
