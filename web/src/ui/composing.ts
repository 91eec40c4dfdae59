import type { KeyboardEvent } from 'react'

/**
 * Whether an input method has the key, as for Japanese: it chooses a conversion, and means nothing else. Safari sends the Enter that
 * confirms one after the composition has ended, with the key code of a key that is being processed (UI Events: 229).
 */
export const isComposing = ({ nativeEvent, keyCode }: Pick<KeyboardEvent, 'nativeEvent' | 'keyCode'>): boolean =>
  nativeEvent.isComposing || keyCode === 229
