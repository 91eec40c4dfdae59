import styles from './highlight.module.css'
import { piecesOf } from './search-text'

/** Text with what was searched for underlined; made of text nodes, never of markup (security H7). */
export const Highlight = ({ text, query }: { text: string; query: string }) =>
  piecesOf(text, query).map((piece, at) =>
    piece.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <mark key={at} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
