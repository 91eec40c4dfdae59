const paths = {
  alert: 'M12 4 2.5 20h19L12 4M12 10v4.5M12 17.4v.1',
  check: 'M5 12.5 10 17.5 19.5 7',
  chevronDown: 'M6 9.5l6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  door: 'M14 4h5v16h-5M4 12h10M10.5 8.5 14 12l-3.5 3.5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5 8 8 0 1 0 19.5 14.5',
  plus: 'M12 5v14M5 12h14',
  question: 'M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.2v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20.5 20.5 16 16',
} as const

/** The names of the few drawings that the sign-in page and the frame need; the others come from Tabler's set. */
export type IconName = keyof typeof paths

/** A line drawing of 24 units in the text's colour; always beside a word or inside a named button. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={paths[name]} />
  </svg>
)
