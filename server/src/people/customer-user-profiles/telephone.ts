import { phone } from '@lintel/contract/people/user-profiles'

/**
 * A telephone number as directories write it, `tel:+47-22-33`, `(425) 555-0100`, `+47 (0) 22.33.44 x5`, in the characters that a profile
 * takes: without what stands before it and without an extension. One that a profile takes stays as it is; empty where no number is left.
 */
export function telephone(text: string): string {
  const asItIs = phone.safeParse(text)
  if (asItIs.success) return asItIs.data
  const [number = ''] = /[+\d][^\p{L};,#]*/u.exec(text.replaceAll('(0)', ' ')) ?? []
  const plain = number
    .replaceAll(/[^\d +-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return phone.safeParse(plain).success ? plain : ''
}
