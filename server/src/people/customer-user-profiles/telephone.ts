import { phone } from '@lintel/contract/people/user-profiles'

/**
 * Reduces a telephone number from a directory (`tel:+47-22-33`, `(425) 555-0100`, `+47 (0) 22.33.44 x5`) to the
 * characters that a profile accepts, without prefix and extension. A valid number is returned unchanged; the result
 * is empty when no number is left, and for texts of more than 200 characters.
 */
export function telephone(text: string): string {
  if (text.length > 200) return ''
  const asItIs = phone.safeParse(text)
  if (asItIs.success) return asItIs.data
  const [number = ''] = /[+\d][^\p{L};,#]*/u.exec(text.replaceAll('(0)', ' ')) ?? []
  const plain = number
    .replaceAll(/[^\d +-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return phone.safeParse(plain).success ? plain : ''
}
