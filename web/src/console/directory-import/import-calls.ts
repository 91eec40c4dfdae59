import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { adImport, adImportErrors, type ErrorWords } from '@lintel/contract/people/ad-import'
import { sendAndRead } from '../../api/send'
import { sendForm } from '../../api/send-form'

type ImportResponse = CallAnswer<typeof adImport>

const post = async (
  fields: Record<string, string | File>,
  onProgress?: (part: number) => void,
): Promise<ImportResponse> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The server's tests validate this response against the same schema.
  return (await sendForm({ address: adImport.path, form, onProgress })) as ImportResponse
}

/** The directory files to import, and the email domain of their people. */
export interface ImportInput {
  file: File
  domain: string
}

/** The part of the input that is chosen so far. */
export interface ImportFormValues {
  file?: File | undefined
  domain?: string
}

/** Starts a dry run that plans the import. Reports the uploaded share of the file (0 to 1). Fails like `send`. */
export const planImport = (
  { file, domain }: ImportInput,
  onProgress: (part: number) => void,
): Promise<ImportResponse> => post({ domain, dryRun: 'true', file }, onProgress)

/** The confirmed plan, the number of removed memberships where it has to be typed, and whether people are invited. */
export interface Confirmation {
  planId: string
  removals: string
  invite: boolean
}

/** Applies exactly what was planned. Fails like `send`, with `planStale` if something was changed since. */
export const confirmImport = ({ planId, removals, invite }: Confirmation): Promise<ImportResponse> =>
  post({ planId, dryRun: 'false', invite: String(invite), ...(removals !== '' && { removals }) })

/** Fetches the archive of a plan with the errors of its lines, in these words. Fails like {@link sendAndRead}. */
export function fetchErrors(planId: string, file: File, words: ErrorWords): Promise<Blob> {
  const form = new FormData()
  form.append('planId', planId)
  form.append('words', JSON.stringify(words))
  form.append('file', file)
  return sendAndRead(
    {
      method: 'POST',
      address: adImportErrors.path,
      accept: '*/*',
      transport: (address, request) => fetch(address, { ...request, body: form }),
    },
    (answer) => answer.blob(),
  )
}
