import { useState } from 'react'

/** Shows the error of a field only after it lost the focus: while it is typed it is merely incomplete. */
export function useErrorOnBlur(isWrong: boolean) {
  const [wasLeftWrong, setLeftWrong] = useState(false)
  return { isVisible: isWrong && wasLeftWrong, onBlur: () => setLeftWrong(isWrong) }
}
