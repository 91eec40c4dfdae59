import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { toFirstWrong } from '../../ui/to-first-wrong'

interface EmailToAdd {
  /** The field in which it is typed. */
  field: RefObject<HTMLInputElement | null>
  value: readonly string[]
  onChange(value: readonly string[]): void
  /** Whether an address stands in the field that is not added yet: typed work that would be lost. */
  onTyping(isTyping: boolean): void
}

/**
 * An address that is typed beside a list and not in it yet. Submitting the form adds it; what is no address keeps the form from being
 * submitted and takes the focus.
 */
export function useEmailToAdd({ field, value, onChange, onTyping }: EmailToAdd) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)

  function type(text: string) {
    setTyped(text)
    setWrong(false)
    onTyping(text.trim() !== '')
  }

  /** Gives whether nothing is left to be added. */
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
    toFirstWrong(undefined, undefined, event)
  })

  // The browser tells the form before it tells React, whose handlers find the address added by then.
  useEffect(() => {
    const form = field.current?.form
    const onSubmit = (event: Event) => addFirst(event)
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [field])

  return { typed, isWrong, type, add }
}
