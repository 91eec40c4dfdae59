/** The logo: two posts and a lintel, drawn in one stroke. `size` in pixels; legible from 16. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth={2.2} aria-hidden>
    <path d="M5 18.5V5H1.5h17H15v13.5" />
  </svg>
)
