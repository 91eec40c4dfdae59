// Which tests carry a line's number of the security bar in their names (`D7: …`).

/** A text that begins with numbers of lines, where the first argument of a call stands. */
const numbered = /\(\s*(?<quote>[`'"])(?<numbers>[A-L]\d+(?:, ?[A-L]\d+)*): ?(?<words>(?:\\.|(?!\k<quote>)[^\\\n])*)/g

/** Tests of a file's text by the numbers they carry, and sentences about those whose names cannot be read here. */
export function proofsIn(text) {
  const proofs = []
  const problems = []
  for (const { index, groups } of text.matchAll(numbered)) {
    const [what] = calledAt(text, index).split('.')
    // A group proves nothing itself: its tests say what they prove.
    if (what === 'describe') continue
    const words = groups.words.replaceAll(/\\(.)/g, '$1').trim()
    const name = `${groups.numbers}: ${words}`
    if (what !== 'test' && what !== 'it') problems.push(`“${name}” is not the name of a test`)
    else if (words === '') problems.push(`“${name}” says nothing`)
    else if (groups.quote === '`' && words.includes('${'))
      problems.push(`“${name}” is made while it runs: use test.each with %s`)
    else proofs.push({ numbers: groups.numbers.split(/, ?/), words })
  }
  return { proofs, problems }
}

/** What the bracket at `at` calls: `test.each` for the second one of `test.each([…])(`. */
function calledAt(text, at) {
  const before = text.slice(0, at).trimEnd()
  if (!before.endsWith(')')) return /[\w.]*$/.exec(before)[0]
  let depth = 0
  for (let here = before.length - 1; here >= 0; here--) {
    if (before[here] === ')') depth++
    if (before[here] === '(') depth--
    if (depth === 0) return calledAt(before, here)
  }
  return ''
}
