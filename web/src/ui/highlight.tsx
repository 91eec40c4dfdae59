import styles from './highlight.module.css'
import { splitByMatch } from './search-text'

/** Text with the matches of a search marked; built of text nodes, never of markup (security H7). */
export const Highlight = ({ text, query }: { text: string; query: string }) =>
  splitByMatch(text, query).map((piece, at) =>
    piece.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <mark key={at} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
