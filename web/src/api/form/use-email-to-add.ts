import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'

interface EmailToAddOptions {
  /** The input element. */
  field: RefObject<HTMLInputElement | null>
  value: readonly string[]
  onChange(value: readonly string[]): void
  /** Called with whether the input has an address that is not added yet: it would be lost. */
  onTyping(isTyping: boolean): void
}

/** An email input beside a list. Submitting the form adds the address; an invalid one blocks the submit and takes the focus. */
export function useEmailToAdd({ field, value, onChange, onTyping }: EmailToAddOptions) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)

  function type(text: string) {
    setTyped(text)
    setWrong(false)
    onTyping(text.trim() !== '')
  }

  /** Returns true when nothing remains to be added. */
  function add(): boolean {
    const email = typed.trim().toLowerCase()
    const isAddress = emailPattern.test(email)
    if (email !== '' && !isAddress) {
      setWrong(true)
      return false
    }
    if (isAddress && !value.includes(email)) onChange([...value, email])
    type('')
    return true
  }

  const addFirst = useEffectEvent((event: Event) => {
    if (flushSync(add)) return
    event.preventDefault()
    event.stopPropagation()
    focusFirstInvalid(undefined, undefined, event)
  })

  // The native listener of the form runs before React's handlers, which then see the added address.
  useEffect(() => {
    const form = field.current?.form
    const onSubmit = (event: Event) => addFirst(event)
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [field])

  return { typed, isWrong, type, add }
}
