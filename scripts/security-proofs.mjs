// Finds the tests whose titles begin with a number of the security requirements (`D7: …`).

/** A string literal that begins with requirement numbers, as the first argument of a call. */
const numbered = /\(\s*(?<quote>[`'"])(?<numbers>[A-LS]\d+(?:, ?[A-LS]\d+)*): ?(?<words>(?:\\.|(?!\k<quote>)[^\\\n])*)/g

/**
 * The tests in a file's text with their requirement numbers, and messages about titles that cannot be read statically.
 */
export function proofsIn(text) {
  const proofs = []
  const problems = []
  for (const { index, groups } of text.matchAll(numbered)) {
    const [what] = calleeAt(text, index).split('.')
    // A `describe` proves nothing itself; its tests carry the numbers.
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

/** The callee of the parenthesis at `at`: `test.each` for the second one of `test.each([…])(`. */
function calleeAt(text, at) {
  const before = text.slice(0, at).trimEnd()
  if (!before.endsWith(')')) return /[\w.]*$/.exec(before)[0]
  let depth = 0
  for (let here = before.length - 1; here >= 0; here--) {
    if (before[here] === ')') depth++
    if (before[here] === '(') depth--
    if (depth === 0) return calleeAt(before, here)
  }
  return ''
}
