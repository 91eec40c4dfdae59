import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { adImport } from '@lintel/contract/people/ad-import'
import { sendForm } from '../../api/send-form'

type Standing = CallAnswer<typeof adImport>

const post = async (fields: Record<string, string | File>, onProgress?: (part: number) => void): Promise<Standing> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // Our own server's answer: its shape is tested there against the same declaration.
  return (await sendForm({ address: adImport.path, form, onProgress })) as Standing
}

/** A directory's files that are to be imported, and the domain of their people. */
export interface WantedImport {
  file: File
  domain: string
}

/** As much of it as has been chosen. */
export interface ChosenImport {
  file?: File | undefined
  domain?: string
}

/** The first submit: a dry run, which has the import planned. Tells how much of the file has left, of 1. Fails like `send`. */
export const planImport = ({ file, domain }: WantedImport, onProgress: (part: number) => void): Promise<Standing> =>
  post({ domain, dryRun: 'true', file }, onProgress)

/** What is confirmed: the plan, the number of memberships that go where it is asked for, and whether people are invited. */
export interface Confirmation {
  planId: string
  removals: string
  invite: boolean
}

/** The second submit: has exactly what was planned performed. Fails like `send`, with `planStale` when something was changed since. */
export const confirmImport = ({ planId, removals, invite }: Confirmation): Promise<Standing> =>
  post({ planId, dryRun: 'false', invite: String(invite), ...(removals !== '' && { removals }) })
