import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser'

/** A value of Power Query M, as far as the product's queries need them; functions take values, and times are numbers of seconds. */
export type MValue = null | string | number | boolean | MValue[] | { [field: string]: MValue } | MFunction | MWebAnswer
export type MFunction = (...values: MValue[]) => Promise<MValue>

/** The result of `Web.Contents`. */
export class MWebAnswer {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Maps in sequence, because the queries send one request at a time. */
export async function mapInSequence<T>(all: readonly T[], find: (one: T) => Promise<MValue>): Promise<MValue[]> {
  const found: MValue[] = []
  for (const one of all) found.push(await find(one))
  return found
}

/** A lazily evaluated name: M is lazy. */
type Lazy = () => Promise<MValue>
type Names = ReadonlyMap<string, Lazy>

/** A node of the parser's syntax tree, with the fields of its kind. */
interface Node {
  kind: string
  [field: string]: unknown
}

/** Parses M. @throws SyntaxError with the parser's message and position */
export async function parseM(text: string): Promise<Node> {
  const task = await TaskUtils.tryLexParse(DefaultSettings, text)
  if (!TaskUtils.isParseStageOk(task)) {
    const { message } = 'error' in task && task.error instanceof Error ? task.error : { message: 'It cannot be read' }
    throw new SyntaxError(message)
  }
  return task.ast as unknown as Node
}

/** Evaluates M with these library functions. */
export const runM = async (text: string, library: Readonly<Record<string, MValue>>): Promise<MValue> =>
  evaluate(await parseM(text), new Map(Object.entries(library).map(([name, value]) => [name, async () => value])))

const child = (node: Node, field: string) => node[field] as Node
/** The elements of a comma-separated list. */
const entries = (node: Node): Node[] =>
  (child(node, 'content') ?? node).elements === undefined
    ? []
    : ((child(node, 'content') ?? node).elements as Node[]).map((entry) => child(entry, 'node'))
const nameOf = (node: Node) => String(node.literal).replace(/^#"(.*)"$/s, '$1')

function memoize(find: Lazy): Lazy {
  let found: Promise<MValue> | undefined
  return () => {
    found ??= find()
    return found
  }
}

/** The scope of a `let` or a record, in which every name sees all others. */
function namesIn(pairs: readonly Node[], outer: Names): Names {
  const names = new Map(outer)
  for (const pair of pairs)
    names.set(
      nameOf(child(pair, 'key')),
      memoize(() => evaluate(child(pair, 'value'), names)),
    )
  return names
}

async function find(names: Names, name: string): Promise<MValue> {
  const found = names.get(name)
  if (!found) throw new ReferenceError(`M: ${name} is not known`)
  return found()
}

const asFunction =
  (parameters: readonly string[], body: Node, names: Names): MFunction =>
  (...values) =>
    evaluate(
      body,
      new Map([...names, ...parameters.map((name, at) => [name, async () => values[at] ?? null] as const)]),
    )

const evaluators: Readonly<Record<string, (node: Node, names: Names) => Promise<MValue>>> = {
  LetExpression: (node, names) =>
    evaluate(child(node, 'expression'), namesIn(entries(child(node, 'variableList')), names)),
  async RecordExpression(node, outer) {
    const pairs = entries(node)
    const own = namesIn(pairs, outer)
    const names = pairs.map((pair) => nameOf(child(pair, 'key')))
    const values = await mapInSequence(names, (name) => find(own, name))
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
  },
  ListExpression: (node, names) => mapInSequence(entries(node), (entry) => evaluate(entry, names)),
  FunctionExpression: async (node, names) =>
    asFunction(
      entries(child(node, 'parameters')).map((parameter) => nameOf(child(parameter, 'name'))),
      child(node, 'expression'),
      names,
    ),
  EachExpression: async (node, names) => asFunction(['_'], child(node, 'paired'), names),
  IfExpression: async (node, names) =>
    evaluate(
      child(node, (await evaluate(child(node, 'condition'), names)) === true ? 'trueExpression' : 'falseExpression'),
      names,
    ),
  ParenthesizedExpression: (node, names) => evaluate(child(node, 'content'), names),
  IdentifierExpression: (node, names) => find(names, nameOf(child(node, 'identifier'))),
  LiteralExpression: async (node) => literal(String(node.literal)),
  TypePrimaryType: async (node) => `type ${String(child(node, 'paired').primitiveTypeKind)}`,
  async LogicalExpression(node, names) {
    const left = await evaluate(child(node, 'left'), names)
    return left === (child(node, 'operatorConstant').constantKind === 'or')
      ? left
      : evaluate(child(node, 'right'), names)
  },
  ArithmeticExpression: binary((left, right, operator) =>
    operator === '-' ? Number(left) - Number(right) : String(left) + String(right),
  ),
  RelationalExpression: binary((left, right, operator) => {
    if (operator !== '>=') throw new SyntaxError(`M: ${operator} is not run here`)
    return Number(left) >= Number(right)
  }),
  EqualityExpression: binary((left, right, operator) => (left === right) === (operator === '=')),
  async UnaryExpression(node, names) {
    return (await evaluate(child(node, 'typeExpression'), names)) !== true
  },
  async RecursivePrimaryExpression(node, names) {
    let value = await evaluate(child(node, 'head'), names)
    for (const step of child(node, 'recursiveExpressions').elements as Node[])
      value = await applyStep(value, step, names)
    return value
  },
}

function binary(join: (left: MValue, right: MValue, operator: string) => MValue) {
  return async (node: Node, names: Names) =>
    join(
      await evaluate(child(node, 'left'), names),
      await evaluate(child(node, 'right'), names),
      String(child(node, 'operatorConstant').constantKind),
    )
}

async function applyStep(value: MValue, step: Node, names: Names): Promise<MValue> {
  if (step.kind === 'InvokeExpression') {
    if (typeof value !== 'function') throw new TypeError('M: only functions are invoked')
    return value(...(await mapInSequence(entries(step), (entry) => evaluate(entry, names))))
  }
  if (step.kind === 'ItemAccessExpression') {
    const at = await evaluate(child(step, 'content'), names)
    if (!Array.isArray(value) || typeof at !== 'number' || value[at] === undefined)
      throw new RangeError('M: there is no such item')
    return value[at]
  }
  const name = nameOf(child(step, 'content'))
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    throw new RangeError(`M: the field ${name} is not found`)
  return (value as Record<string, MValue>)[name] ?? null
}

function evaluate(node: Node, names: Names): Promise<MValue> {
  const form = evaluators[node.kind]
  if (!form) throw new SyntaxError(`M: ${node.kind} is not run here`)
  return form(node, names)
}

function literal(text: string): MValue {
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  if (!text.startsWith('"')) return Number(text)
  const signs: Readonly<Record<string, string>> = {
    '#(lf)': '\n',
    '#(cr)': '\r',
    '#(tab)': '\t',
    '#(#)(': '#(',
    '""': '"',
  }
  return text.slice(1, -1).replaceAll(/#\((?:lf|cr|tab)\)|#\(#\)\(|""/g, (sign) => signs[sign] ?? sign)
}
