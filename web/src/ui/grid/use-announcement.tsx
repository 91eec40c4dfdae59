import { useState } from 'react'

/**
 * Announces texts to a screen reader. `region` is the live region, to be rendered once. Each text is a new element, so that the same one
 * twice is announced twice.
 */
export function useAnnouncement() {
  const [{ text, count }, setAnnouncement] = useState({ text: '', count: 0 })
  return {
    announce: (next: string) => setAnnouncement((before) => ({ text: next, count: before.count + 1 })),
    region: (
      <div className="said-only" role="status">
        <span key={count}>{text}</span>
      </div>
    ),
  }
}
