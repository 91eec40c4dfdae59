import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormDraft } from '../../api/form/use-draft'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { policyPreview } from './policy-preview-query'
import type { PolicyValues } from './policy-values'

interface LockOutTerms {
  customer: string
  draft: Pick<FormDraft<PolicyValues>, 'values' | 'isTyped'>
  /** Somebody is being asked whether they leave the form. */
  isLeaving: boolean
  save(): void
}

/**
 * Saves a policy once it is known that it does not lock out whoever saves it. What is left or taken back while that is asked is not
 * saved.
 */
export function useLockOutCheck({ customer, draft, isLeaving, save }: LockOutTerms) {
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [at, setAt] = useState<'rest' | 'asking' | 'locksOut'>('rest')
  // Asked anew at the press: by then it may have locked out whoever presses.
  const check = useSave({
    work: (asked: PolicyValues) => queries.fetchQuery({ ...policyPreview(customer, asked), staleTime: 0 }),
    onSaved({ locksOutMaker }, asked) {
      if (at !== 'asking') return
      if (isLeft() || isLeaving || !draft.isTyped) return setAt('rest')
      // What was chosen while it was asked is asked as well: nothing is saved of which that is not known.
      if (JSON.stringify(asked) !== JSON.stringify(draft.values)) return check.mutate(draft.values)
      setAt(locksOutMaker ? 'locksOut' : 'rest')
      if (!locksOutMaker) save()
    },
  })
  return {
    check() {
      setAt('asking')
      check.mutate(draft.values)
    },
    isChecking: at === 'asking' && check.isPending,
    /** It would: whoever saves it all the same is asked first. */
    locksOut: at === 'locksOut',
    /** Saves nothing of what was asked about. */
    close: () => setAt('rest'),
  }
}
