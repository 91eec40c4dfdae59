import { useState } from 'react'
import { showToast } from '../ui/toast'
import { ignoreNotFound } from './failure'
import { useSave } from './use-save'

interface RevokeOptions<Item> {
  /** Revokes the item; one that no longer exists counts as revoked. */
  work(item: Item): Promise<unknown>
  invalidates: Parameters<typeof useSave>[0]['invalidates'] & object
  /** The text of the toast afterwards. */
  describeDone(item: Item): string
}

/** Revokes items of a list, each after a question of its own: the late answer to one closes no other. */
export function useRevoke<Item extends { id: string }>({ work, invalidates, describeDone }: RevokeOptions<Item>) {
  const [asked, setAsked] = useState<Item>()
  const revoke = useSave({
    work: (item: Item) => work(item).catch(ignoreNotFound),
    invalidates,
    onSaved: (_nothing, item) => showToast({ kind: 'done', text: describeDone(item) }),
  })
  const confirm = (item: Item) => revoke.mutate(item, { onSettled: () => setAsked(unless(item)) })
  return {
    /** The item in question; undefined while none is. */
    asked,
    ask: (item: Item) => setAsked(item),
    /** For the confirmation, which is shown while an item is in question. */
    answers: {
      busy: revoke.isPending && revoke.variables?.id === asked?.id,
      onConfirm: () => asked && confirm(asked),
      onCancel: () => setAsked(undefined),
    },
  }
}

/** Nothing instead of the item, and anything else as it is. */
const unless =
  <Item extends { id: string }>({ id }: Item) =>
  (now: Item | undefined): Item | undefined =>
    now?.id === id ? undefined : now
