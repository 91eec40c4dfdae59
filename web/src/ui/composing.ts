import type { KeyboardEvent } from 'react'

/**
 * Whether an input method (as for Japanese) is handling the key, so that it must have no other effect. Safari sends the
 * Enter that confirms a conversion after the composition has ended, with key code 229 (UI Events: key being processed).
 */
export const isComposing = ({ nativeEvent, keyCode }: Pick<KeyboardEvent, 'nativeEvent' | 'keyCode'>): boolean =>
  nativeEvent.isComposing || keyCode === 229
