import { send } from './send'

/** A multipart form to post. */
interface SendingForm {
  address: string
  form: FormData
  /** The uploaded fraction, from 0 to 1; not called where the browser cannot tell. */
  onProgress?: ((part: number) => void) | undefined
}

/** Posts a form with files and returns the parsed response. Reports the upload progress, which `fetch` cannot. Fails like {@link send}. */
export const sendForm = ({ address, form, onProgress }: SendingForm): Promise<unknown> =>
  send({
    method: 'POST',
    address,
    transport: (to, { headers }) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', to)
        for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
        request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
          if (lengthComputable) onProgress?.(loaded / total)
        }
        request.onload = () => {
          const requestId = request.getResponseHeader('x-request-id')
          const answered = { status: request.status, headers: requestId ? { 'x-request-id': requestId } : {} }
          resolve(new Response(request.responseText || null, answered))
        }
        request.onerror = () => reject(new TypeError('The form could not be sent'))
        request.send(form)
      }),
  })
