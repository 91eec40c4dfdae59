import { useState } from 'react'

/** Whether to tell that what stands in a field is wrong: once the field was left like that. While it is typed it is only not finished. */
export function useToldWhenLeft(isWrong: boolean) {
  const [wasLeftWrong, setLeftWrong] = useState(false)
  return { isTold: isWrong && wasLeftWrong, onBlur: () => setLeftWrong(isWrong) }
}
